import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ALPHABETS = {
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789abcdef',
  url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  bech32: '023456789ACDEFGHJKLMNPQRSTUVWXYZ',
} as const;

/** Text as random as that of a service, the same for the same seed; made here, so that no file holds one. */
export function made(alphabet: keyof typeof ALPHABETS, length: number, seed = 1): string {
  const characters = ALPHABETS[alphabet];
  let text = '';
  for (let block = 0; text.length < length; block += 1)
    for (const byte of createHash('sha512').update(`${seed} ${block}`).digest())
      text += characters.charAt(byte % characters.length);
  return text.slice(0, length);
}

/** A token of each published format, put together from its prefix and made text. */
export function serviceTokens(): readonly (readonly [service: string, token: string])[] {
  const l = (length: number, seed?: number): string => made('letters', length, seed);
  const u = (length: number, seed?: number): string => made('url', length, seed);
  const h = (length: number): string => made('hex', length);
  return [
    ['AWS access key', `AKIA${made('upper', 16)}`],
    ['AWS temporary key', `ASIA${made('upper', 16, 2)}`],
    ...['p', 'o', 'u', 's', 'r'].map((kind) => [`GitHub gh${kind}`, `gh${kind}_${l(36)}`] as const),
    ['GitHub fine-grained', `github_pat_${l(22)}_${l(59)}`],
    ['GitLab personal', `glpat-${l(20)}`],
    ['GitLab runner', `glrt-${l(20)}`],
    ['GitLab deploy', `gldt-${l(20)}`],
    ['Slack bot', `xoxb-308514729316-415926308174-${l(24)}`],
    ['Slack app', `xapp-1-A0${made('upper', 8)}-7391648205117-${h(64)}`],
    ['npm', `npm_${l(36)}`],
    ['PyPI', `pypi-AgEIcHlwaS5vcmc${u(120)}`],
    ['Test PyPI', `pypi-AgENdGVzdC5weXBpLm9yZw${u(120)}`],
    ['Google API key', `AIza${l(35)}`],
    ['Google OAuth', `ya29.${l(80)}`],
    ['Google client secret', `GOCSPX-${l(28)}`],
    ['Stripe live', `sk_live_${l(24)}`],
    ['Stripe restricted', `rk_test_${l(99)}`],
    ['Stripe webhook', `whsec_${l(32)}`],
    ['Hugging Face', `hf_${l(34)}`],
    ['OpenAI project', `sk-proj-${l(74)}T3BlbkFJ${l(74)}`],
    ['OpenAI', `sk-${l(20)}T3BlbkFJ${l(20)}`],
    ['Anthropic', `sk-ant-api03-${l(93)}AA`],
    ['SendGrid', `SG.${l(22)}.${l(43)}`],
    ['DigitalOcean', `dop_v1_${h(64)}`],
    ['Databricks', `dapi${h(32)}`],
    ['Shopify', `shpat_${h(32)}`],
    ['Docker', `dckr_pat_${l(27)}`],
    ['Vault', `hvs.${l(90)}`],
    ['Terraform', `${l(14)}.atlasv1.${l(67)}`],
    ['Linear', `lin_api_${l(40)}`],
    ['Tailscale', `tskey-auth-${l(12)}-${l(32)}`],
    ['Grafana', `glsa_${l(32)}_${h(8)}`],
    ['Replicate', `r8_${l(37)}`],
    ['Telegram', `7391648205:AA${l(33)}`],
  ];
}

/** Real private keys of every form that the tools here write, and one of age's form. */
export function privateKeys(): readonly (readonly [form: string, text: string])[] {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;
  return [
    ['PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['PKCS#8', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['SEC1', ec.export({ type: 'sec1', format: 'pem' }).toString()],
    ['Ed25519', ed.export({ type: 'pkcs8', format: 'pem' }).toString()],
    [
      'PKCS#8 encrypted',
      rsa.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
    ],
    [
      'PKCS#1 encrypted',
      rsa.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
    ],
    ['OpenSSH ed25519', opensshKey('ed25519')],
    ['OpenSSH rsa', opensshKey('rsa')],
    ['age', `AGE-SECRET-KEY-1${made('bech32', 58)}\n`],
  ];
}

function opensshKey(type: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-key-'));
  try {
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', join(folder, 'k')]);
    return readFileSync(join(folder, 'k'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A public key and a certificate's shape, which are no secrets. */
export function publicKeys(): readonly string[] {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const lines =
    randomBytes(900)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [
    pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  ];
}
