import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Debian packages of a setpriv that knows Landlock, with the C library that it is linked with. */
const PACKAGES = [
  {
    path: 'pool/main/u/util-linux/util-linux_2.41.5-0+deb13u1_amd64.deb',
    sha256: '7d5b1176cc3d8cc6b290b3ec17af458f362d9200845f30da22057a8198744430',
  },
  {
    path: 'pool/main/g/glibc/libc6_2.41-12+deb13u5_amd64.deb',
    sha256: 'b59b0625cd1a791375d40dab23a4d5d3d0641e3d0a773501becdc3725b7f99cf',
  },
  {
    path: 'pool/main/libc/libcap-ng/libcap-ng0_0.8.5-4+b1_amd64.deb',
    sha256: '20a9e4b0619a3eb2566338223bed135dde5a601eaa2f8fdd5f20b94506addcac',
  },
];

const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.cache', 'setpriv-2.41.5');

/**
 * A folder with the files of a setpriv of util-linux 2.41.5: the system's own, on Debian 12, is older. Fetched once
 * from the mirror that apt uses, checked by digest. Undefined where it cannot be had: another system or processor,
 * no network.
 */
export async function newSetpriv(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync('/usr/bin/dpkg-deb'))
    return undefined;
  if (existsSync(cache)) return cache;
  const partial = `${cache}.${String(process.pid)}`;
  mkdirSync(partial, { recursive: true });
  try {
    for (const { path, sha256 } of PACKAGES) {
      const bytes = await download(path, sha256);
      if (bytes === undefined) return undefined;
      const file = join(partial, 'package.deb');
      writeFileSync(file, bytes);
      execFileSync('dpkg-deb', ['-x', file, partial]);
      rmSync(file);
    }
    if (!existsSync(cache)) renameSync(partial, cache);
    return cache;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

async function download(path: string, sha256: string): Promise<Uint8Array | undefined> {
  for (const mirror of mirrors()) {
    try {
      const answer = await fetch(`${mirror}/${path}`);
      if (!answer.ok) continue;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
    } catch {
      // The next mirror may have it.
    }
  }
  return undefined;
}

/** The addresses from which apt takes Debian's packages. */
function mirrors(): readonly string[] {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const text = ['/etc/apt/sources.list', ...files]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const found = [...text.matchAll(/^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(https?:\/\/\S+\/debian)\/?(?:\s|$)/gm)];
  return [...new Set(found.map((match) => match[1] ?? ''))];
}
