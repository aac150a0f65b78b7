import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const manifest = join(repository, 'test/real/corpora.json');
const cache = join(repository, '.cache/corpora');

/** A release on the Python package index, pinned to the bytes of one of its files. */
export interface CorpusPin {
  readonly package: string;
  readonly version: string;
  /** A wheel, or a source archive `.tar.gz`. */
  readonly file: string;
  /** Of the file's bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The pins of test/real/corpora.json by name. Throws where the file has another shape. */
export async function readCorpusPins(): Promise<ReadonlyMap<string, CorpusPin>> {
  const parsed: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  if (!isRecord(parsed)) throw new Error(`${manifest} is not an object`);
  return new Map(Object.entries(parsed).map(([name, value]) => [name, readPin(name, value)]));
}

/**
 * The folder into which the corpus is unpacked: that of a wheel has the packages in it, that of a source
 * archive the folder which the archive holds. Downloaded with pip on first use, kept below `.cache/corpora`
 * (outside git), taken from there afterwards. Several test files may ask at the same time.
 *
 * Throws where there is no such pin, no python3 with pip, no registry, or other bytes than pinned.
 */
export async function openCorpus(name: string): Promise<string> {
  const pin = (await readCorpusPins()).get(name);
  if (pin === undefined) throw new Error(`${manifest} has no corpus ${name}`);
  const folder = join(cache, `${pin.package}-${pin.version}-${pin.sha256.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'new-'));
  try {
    const archive = await download(pin, work);
    const unpacked = join(work, 'unpacked');
    await python('-m', pin.file.endsWith('.whl') ? 'zipfile' : 'tarfile', '-e', archive, unpacked);
    await rename(unpacked, folder).catch((error: unknown) => {
      // Another test file was faster; what it left there has passed the same check.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

async function download(pin: CorpusPin, folder: string): Promise<string> {
  const requirement = `${pin.package}==${pin.version}`;
  const common = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--disable-pip-version-check',
    '-d',
    folder,
  ];
  await python(...common, ...formOf(pin.file), requirement);
  const archive = join(folder, pin.file);
  if (!existsSync(archive)) throw new Error(`pip found another file for ${requirement} than ${pin.file}`);
  const digest = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  if (digest !== pin.sha256)
    throw new Error(`${pin.file} has the digest ${digest}, but ${pin.sha256} is pinned in ${manifest}`);
  return archive;
}

/** The options that make pip take this file, whatever Python and machine it runs on. */
function formOf(file: string): readonly string[] {
  if (!file.endsWith('.whl')) return ['--no-binary', ':all:'];
  const tags = /-(?:[a-z]+\d+\.)*([a-z]+)(\d)(\d*)-([^-]+)-([^-]+)\.whl$/.exec(file);
  if (tags === null) return ['--only-binary', ':all:'];
  const [, implementation = '', major = '', minor = '', abi = '', platform = ''] = tags;
  return [
    ...['--only-binary', ':all:', '--implementation', implementation],
    // `py3` says nothing about the release: pip is told one that every package still takes.
    ...['--python-version', minor === '' ? `${major}.12` : `${major}.${minor}`],
    ...['--abi', abi],
    ...platform.split('.').flatMap((each) => ['--platform', each]),
  ];
}

async function python(...argv: readonly string[]): Promise<void> {
  try {
    await run('python3', argv, { maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const detail = isRecord(error) && typeof error['stderr'] === 'string' ? error['stderr'].trim() : '';
    throw new Error(`python3 ${argv.slice(0, 3).join(' ')} failed. ${detail}`, { cause: error });
  }
}

function readPin(name: string, value: unknown): CorpusPin {
  const field = (key: string): string => {
    const text = isRecord(value) ? value[key] : undefined;
    if (typeof text !== 'string' || text === '') throw new Error(`${manifest}: ${name} has no ${key}`);
    return text;
  };
  return {
    package: field('package'),
    version: field('version'),
    file: field('file'),
    sha256: field('sha256'),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
