import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecrets, type SecretKind } from '../../../src/probe/index.ts';
import { made, privateKeys, publicKeys, serviceTokens } from './samples.ts';

/** What is marked, as kind and text. */
function found(text: string): readonly (readonly [SecretKind, string])[] {
  return findSecrets(text).map((mark) => [mark.kind, text.slice(mark.at, mark.at + mark.length)]);
}

const value = made('letters', 32);
const base64 = Buffer.from(`robot:${made('letters', 20)}`).toString('base64');

describe('tokens of services', () => {
  test.each(serviceTokens())('%s', (_service, token) => {
    expect(found(token)).toEqual([['service-token', token]]);
    expect(found(`x = call("${token}")  # why\n`)).toEqual([['service-token', token]]);
    expect(found(`config/a.yml:12:  key: ${token}\r\n`).map(([, text]) => text)).toEqual([token]);
    // A part of a longer word is none.
    expect(found(`q${token}`).filter(([kind]) => kind === 'service-token')).toEqual([]);
  });

  test('addresses that let anybody post', () => {
    const path = `T${made('upper', 8)}/B${made('upper', 8)}/${made('letters', 24)}`;
    expect(found(`url: https://hooks.slack.com/services/${path}`)).toEqual([['service-token', path]]);
  });

  test('the key of a connection string', () => {
    const key = `${made('letters', 86)}==`;
    expect(found(`AccountName=a;AccountKey=${key};EndpointSuffix=core`)).toEqual([['service-token', key]]);
  });

  test.each([
    `AKIAIOSFODNN7EXAMPLE`,
    `ghp_${'x'.repeat(36)}`,
    `sk-${'0'.repeat(48)}`,
    'hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ])('%s of a manual is none', (token) => expect(found(`key = "${token}"`)).toEqual([]));
});

describe('private keys', () => {
  const keys = privateKeys();

  test.each(keys)('%s, whole', (_form, key) => {
    const text = `before\n${key}after\n`;
    const marks = findSecrets(text);
    expect(marks).toHaveLength(1);
    expect(marks[0]).toMatchObject({ kind: 'private-key', line: 2, column: 1 });
    expect(text.slice(7, 7 + (marks[0]?.length ?? 0))).toBe(key.trimEnd());
  });

  test.each(keys.filter(([form]) => form !== 'age'))('%s, cut anywhere', (_form, key) => {
    const lines = key.trimEnd().split('\n');
    const first = lines.findIndex((line) => /^[A-Za-z0-9+/=]{40,}$/.test(line));
    for (let cut = first + 1; cut < lines.length; cut += 1) {
      const start = `${lines.slice(0, cut).join('\n')}\n`;
      expect(findSecrets(start)).toMatchObject([{ kind: 'private-key', at: 0, line: 1 }]);
      expect(findSecrets(start)[0]?.length).toBeGreaterThanOrEqual(start.length - 1);
    }
    for (let cut = first; cut < lines.length - 1; cut += 1) {
      const end = lines.slice(cut).join('\n');
      expect(findSecrets(end)).toMatchObject([{ kind: 'private-key', at: 0, length: end.length }]);
    }
    // In the middle of a line, too.
    const half = key.slice(0, Math.floor(key.length / 2));
    expect(findSecrets(half)).toHaveLength(1);
  });

  test.each(keys.filter(([form]) => form !== 'age'))(
    '%s, as greps and differences print it',
    (_form, key) => {
      const lines = key.trimEnd().split('\n');
      for (const print of [
        (line: string, index: number) => `deploy/key.pem:${index + 1}:${line}`,
        (line: string, index: number) => `deploy/key.pem-${index + 1}-${line}`,
        (line: string) => `+${line}`,
        (line: string) => `-${line}`,
        (line: string, index: number) => `  ${index + 1}\t${line}`,
        (line: string) => `    ${line}`,
      ]) {
        const text = lines.map(print).join('\n');
        const marks = findSecrets(`${text}\n`);
        expect(marks).toHaveLength(1);
        expect(marks[0]?.length).toBeGreaterThan(text.length * 0.8);
      }
    },
  );

  test.each(keys.filter(([form]) => form !== 'age'))(
    '%s, in one line of JSON and in base64',
    (_form, key) => {
      expect(findSecrets(JSON.stringify({ private_key: key, client_email: 'a@b' }))).toMatchObject([
        { kind: 'private-key', line: 1 },
      ]);
      const cut = JSON.stringify({ private_key: key }).slice(0, 250);
      expect(findSecrets(cut)).toHaveLength(1);
      const encoded = Buffer.from(key).toString('base64');
      expect(found(`    client-key-data: ${encoded}\n`)).toEqual([['private-key', encoded]]);
    },
  );

  test('of PuTTY', () => {
    const lines = Array.from({ length: 4 }, (_, index) => made('letters', 64, index + 1));
    const text = ['PuTTY-User-Key-File-3: ssh-rsa', 'Private-Lines: 4', ...lines, 'Private-MAC: 00'].join(
      '\n',
    );
    expect(found(text)).toEqual([['private-key', `${lines.join('\n')}\n`]]);
  });

  test.each(publicKeys())('public keys and certificates are no secrets', (text) => {
    expect(found(text)).toEqual([]);
    expect(found(`    certificate-authority-data: ${Buffer.from(text).toString('base64')}\n`)).toEqual([]);
  });

  test('code that names the line is no key', () => {
    for (const line of [
      `if "-----BEGIN RSA PRIVATE KEY-----" in text:`,
      `PEM = re.compile(r"-----BEGIN OPENSSH PRIVATE KEY-----(.*?)-----END OPENSSH PRIVATE KEY-----")`,
      `-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----`,
    ])
      expect(found(line)).toEqual([]);
  });
});

describe('names that say that the value is secret', () => {
  test.each([
    `API_KEY = "${value}"`,
    `api_key='${value}'`,
    `"apiKey": "${value}",`,
    `export HF_TOKEN=${value}`,
    `aws_secret_access_key = ${made('letters', 20)}/${made('letters', 19)}`,
    `secretKey: ${value}`,
    `client_secret => "${value}"`,
    `token: str = "${value}"`,
    `self._auth_token: Optional[str] = '${value}'`,
    `config["secret_key"] = "${value}"`,
    `//registry.npmjs.org/:_authToken=${value}`,
    `signing_key := "${made('hex', 64)}"`,
    `deploy.env:3:ACCESS_TOKEN=${value}`,
    `+ENCRYPTION_KEY=${value}`,
    `--api-key="${value}"`,
    `SECRET_KEY = b"${value}"`,
    `token = "${value}`,
  ])('%s', (text) => {
    expect(findSecrets(text).map((mark) => mark.kind)).toEqual(['secret-value']);
    const [mark] = findSecrets(text);
    expect(text.slice(mark?.at, (mark?.at ?? 0) + (mark?.length ?? 0))).toMatch(/^[A-Za-z0-9/]{32,64}$/);
  });

  test.each([
    ['password = "hunter2!"', 'hunter2!'],
    ["'PASSWORD': 'S3cure-pw'", 'S3cure-pw'],
    ['DB_PASSWORD=tr0ub4dor&3', 'tr0ub4dor&3'],
    ['  password: P4ss-w0rd!', 'P4ss-w0rd!'],
    ['passphrase="long 4 word"', undefined],
    ['db_passwd := "Q9!x7z"', 'Q9!x7z'],
    ['app.ini:7:password = s3cret99', 's3cret99'],
  ])('%s', (text, expected) =>
    expect(found(text)).toEqual(expected === undefined ? [] : [['password', expected]]),
  );

  test.each([
    'token = tokenizer.encode(text)',
    'eos_token = "<|endoftext|>"',
    'token: str = None',
    'api_key = os.environ["OPENAI_API_KEY"]',
    'api_key="EMPTY"',
    'api_key = "sk-your-key-here-1234567890"',
    'password = getpass.getpass()',
    'password = "password"',
    'password="changeme123"',
    'max_new_tokens=16384',
    'secret = secrets.token_hex(32)',
    'def f(password: str, token: Optional[str] = None): ...',
    'DB_PASSWORD=${DB_PASSWORD}',
    'password: {{ vault_password }}',
    'PASSWORD = "<your password>"',
    'if token == "abcdefghijklmnop":',
    'token_ids = [1, 2, 3]',
    'key = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    'sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    'access_token_url = "https://example.org/oauth2/v1/token"',
    'password_field = PasswordField2',
    'password = self.config2.password1',
    'secret_key_base64_decode_v2 = decode_v2_3_4',
    'token = createTokenFromValue2',
    'credentials: include',
    'api_key = "12345678901234567890"',
    'private_key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"',
    'SECRET_NAME = "projects/my-project/secrets/db-password"',
  ])('%s is none', (text) => expect(found(text)).toEqual([]));
});

describe('credentials in a syntax of their own', () => {
  test.each([
    [`Authorization: Bearer ${value}`, 'authorization', value],
    [`curl -H 'Authorization: Basic ${base64}' x`, 'authorization', base64],
    [`"Authorization": "token ${value}"`, 'authorization', value],
    [`headers={"authorization": "Bearer ${value}"}`, 'authorization', value],
    [`headers["X-API-Key"] = "${value}"`, 'authorization', value],
    [`PRIVATE-TOKEN: ${value}`, 'authorization', value],
    ['origin\thttps://robot:s3cr3t-x@git.example.org/a.git (fetch)', 'url-credentials', 's3cr3t-x'],
    [`remote.origin.url=https://${value}@git.example.org/a.git`, 'url-credentials', value],
    ['DATABASE_URL=postgres://app:Zx81q_w@db:5432/app', 'url-credentials', 'Zx81q_w'],
    ['redis://:p4ssw@cache:6379/0', 'url-credentials', 'p4ssw'],
    ['machine git.example.org login robot password q7rt', 'password', 'q7rt'],
    ['machine h\n  login robot\n  password q7rt\n', 'password', 'q7rt'],
    ['  login robot\n  password q7rt\n', 'password', 'q7rt'],
    [`jwt: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${made('url', 43)}`, 'web-token', undefined],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0', 'web-token', undefined],
    [`root:$6$rounds=5000$saltsalt$${made('letters', 86)}:19000:0:`, 'password-hash', undefined],
    [`robot:$apr1$saltsalt$${made('letters', 22)}`, 'password-hash', undefined],
    [`u:$2y$10$${made('letters', 53)}`, 'password-hash', undefined],
    [`u:$y$j9T$saltsalt$${made('letters', 43)}`, 'password-hash', undefined],
    [
      `$argon2id$v=19$m=65536,t=3,p=4$${made('letters', 22)}$${made('letters', 43)}`,
      'password-hash',
      undefined,
    ],
  ] as const)('%s', (text, kind, secret) => {
    const marks = found(text);
    expect(marks.map(([marked]) => marked)).toEqual([kind]);
    if (secret !== undefined) expect(marks[0]?.[1]).toBe(secret);
  });

  test.each([
    'Authorization: Bearer <token>',
    'headers = {"Authorization": f"Bearer {api_key}"}',
    'Authorization: Bearer $TOKEN',
    'https://user:password@host/x',
    'https://{user}:{password}@host',
    'http://localhost:8000/v1/models@main',
    'git@github.com:owner/name.git',
    'ssh://git@github.com:22/owner/name.git',
    'authorization = base64.decodebytes(x)',
    'the password machine learns',
    'echo $1 $2 $5',
    'see a:b@c and http://[::1]:80/@x',
  ])('%s is none', (text) => expect(found(text)).toEqual([]));
});

describe('in any text', () => {
  const fragment = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\n',
      '\r\n',
      'password=',
      'token: "',
      'https://a:',
      '@',
      'eyJ',
      '.eyJ',
      `-----BEGIN RSA PRIVATE KEY-----\n`,
      `-----END RSA PRIVATE KEY-----\n`,
      `-----END RSA PRIVATE KEY-----`,
      'password="',
      'ghp_',
      '$6$',
      'machine ',
      'Authorization: Bearer ',
      'A'.repeat(64),
    ),
    fc.stringMatching(/^[A-Za-z0-9+/=_-]{0,80}$/),
  );
  const text = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

  test('marks stand in order, apart, inside the text, and where line and column say', () => {
    fc.assert(
      fc.property(text, (all) => {
        let end = 0;
        for (const mark of findSecrets(all)) {
          expect(mark.at).toBeGreaterThanOrEqual(end);
          expect(mark.length).toBeGreaterThan(0);
          end = mark.at + mark.length;
          expect(end).toBeLessThanOrEqual(all.length);
          const before = all.slice(0, mark.at).split('\n');
          expect([mark.line, mark.column]).toEqual([before.length, (before.at(-1)?.length ?? 0) + 1]);
          expect(Object.keys(mark).sort()).toEqual(['at', 'column', 'kind', 'length', 'line']);
        }
      }),
      { numRuns: 500, seed: 20_260_301 },
    );
  });

  test('a token is found wherever it stands on a line of its own', () => {
    const tokens = serviceTokens().map(([, token]) => token);
    fc.assert(
      fc.property(text, fc.constantFrom(...tokens), text, (before, token, after) => {
        // A key that was begun before may take the line in.
        const all = `${before}\n\n;\n${token}\n;\n${after}`;
        const at = before.length + 4;
        expect(
          findSecrets(all).some((mark) => mark.at <= at && mark.at + mark.length >= at + token.length),
        ).toBe(true);
      }),
      { numRuns: 500, seed: 20_260_302 },
    );
  });

  // A pattern that tried again and again would not end within the time that a test may take.
  test.each([
    'a',
    '-',
    'eyJ',
    'eyJaaaaaaaaaaaa.',
    'password=',
    'token: ',
    'token="',
    'token token:',
    'api_key: a.a.a, ',
    'https://',
    'https://a:b',
    'a://:',
    'machine a ',
    'machine a login b ',
    'login a\n',
    '-----BEGIN ',
    `-----BEGIN RSA PRIVATE KEY-----`,
    `-----BEGIN RSA PRIVATE KEY-----\n`,
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\n`,
    `-----BEGIN RSA PRIVATE KEY-----\n${'A'.repeat(64)}\n`,
    `-----END RSA PRIVATE KEY-----\n`,
    `${'A'.repeat(64)}\n`,
    `${'A'.repeat(64)}\n-----END RSA PRIVATE KEY-----`,
    'Private-Lines: 999\n',
    'Authorization: ',
    'Bearer a',
    '$6$a$',
    '$argon2id$v=1$m=1$',
    'ghp_',
    'b3BlbnNzaC1rZXktdjE',
    'LS0tLS1CRUdJTi',
    ' ',
    '\t\n',
    '"',
    'secret_key_secret_key_',
    'aB3',
  ])('a megabyte of %j is looked through', (part) => {
    const all = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(findSecrets(all).length).toBeLessThan(all.length);
    expect(findSecrets(`token = "${all}"`).length).toBeLessThan(all.length);
  });
});
