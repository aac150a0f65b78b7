import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { err, ok } from '../../src/base/index.ts';
import { createProgram, type SourceTree } from '../../src/source/index.ts';
import { loadPythonParser } from '../support/python.ts';

const script = new URL('reference.py', import.meta.url).pathname;

/** Modules of the library with deep hierarchies, mixins, re-exports and relative imports. */
const MODULES = [
  'asyncio.base_events',
  'asyncio.events',
  'asyncio.proactor_events',
  'asyncio.protocols',
  'asyncio.selector_events',
  'asyncio.streams',
  'asyncio.transports',
  'asyncio.unix_events',
  'argparse',
  'collections',
  'concurrent.futures._base',
  'concurrent.futures.process',
  'concurrent.futures.thread',
  'configparser',
  'email.message',
  'email.mime.audio',
  'email.mime.text',
  'email.mime.multipart',
  'email.policy',
  'email.headerregistry',
  'email._header_value_parser',
  'html.parser',
  'http.client',
  'http.server',
  'importlib.metadata',
  'logging',
  'logging.config',
  'logging.handlers',
  'mailbox',
  'multiprocessing.managers',
  'multiprocessing.pool',
  'multiprocessing.context',
  'multiprocessing.process',
  'optparse',
  'pathlib',
  'queue',
  'socketserver',
  'smtplib',
  'string',
  'tarfile',
  'threading',
  'unittest.case',
  'unittest.mock',
  'unittest.runner',
  'unittest.suite',
  'urllib.request',
  'wsgiref.handlers',
  'wsgiref.simple_server',
  'xml.dom.minidom',
  'xml.sax.expatreader',
  'xml.sax.saxutils',
  'xmlrpc.client',
  'xmlrpc.server',
  'zipfile',
];

interface ClassReference {
  readonly file: string;
  readonly name: string;
  readonly order: readonly (readonly [string, string])[];
  readonly methods: Readonly<Record<string, readonly [string, string, number]>>;
}

/** The library itself as a tree, read from the disk. */
function libraryTree(root: string): SourceTree {
  return {
    root,
    cost: { files: 0, bytes: 0, reads: 0 },
    read(path) {
      try {
        const bytes = new Uint8Array(readFileSync(join(root, path)));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const text = new TextDecoder().decode(bytes);
        return Promise.resolve(ok({ path, text, bytes, sha256, size: bytes.length }));
      } catch {
        return Promise.resolve(err({ code: 'file-not-found', path }));
      }
    },
    list(folder) {
      try {
        const entries = readdirSync(join(root, folder), { withFileTypes: true });
        return Promise.resolve(
          ok(
            entries.map(
              (entry) => ({ name: entry.name, kind: entry.isDirectory() ? 'directory' : 'file' }) as const,
            ),
          ),
        );
      } catch {
        return Promise.resolve(err({ code: 'file-not-found', path: folder }));
      }
    },
    search: () => Promise.resolve(ok({ hits: [], truncated: false })),
  };
}

it('has the bases in the order, and the methods from the classes, that running Python has', async () => {
  const root = execFileSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'], {
    encoding: 'utf8',
  }).trim();
  const output = execFileSync('python3', ['-W', 'ignore', script, ...MODULES], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const references = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ClassReference);
  const program = createProgram({ tree: libraryTree(root), parser: await loadPythonParser() });
  const differences: string[] = [];
  let methods = 0;
  let made = 0;
  for (const reference of references) {
    const file = await program.file(reference.file);
    const symbol = file.ok ? program.symbol(file.value, reference.name) : null;
    if (symbol?.kind !== 'class') {
      differences.push(`${reference.file} has no ${reference.name}`);
      continue;
    }
    const { order, missing } = await program.hierarchy(symbol);
    // A base that a function makes is known to the running program alone, and is said to be missing.
    if (missing.some(({ resolution }) => resolution.kind === 'symbol')) {
      made += 1;
      continue;
    }
    const ours = order.map((each) => `${each.file.path}:${each.path}`).join(' ');
    const theirs = reference.order.map(([path, name]) => `${path}:${name}`).join(' ');
    if (ours !== theirs) differences.push(`${reference.name}\n  ${ours}\n  ${theirs}`);
    for (const [name, [path, owner, line]] of Object.entries(reference.methods)) {
      methods += 1;
      const member = await program.lookupMember(symbol, name);
      const found =
        member.kind === 'found' && member.symbol.kind === 'function'
          ? `${member.owner.file.path}:${member.owner.path}:${member.symbol.node.span.line}`
          : member.kind;
      if (found !== `${path}:${owner}:${line}`)
        differences.push(`${reference.name}.${name}: ${found}, not ${path}:${owner}:${line}`);
    }
  }
  expect(differences.slice(0, 40)).toEqual([]);
  expect(references.length).toBeGreaterThan(400);
  expect(methods).toBeGreaterThan(5000);
  expect(made).toBeLessThan(5);
}, 300_000);
