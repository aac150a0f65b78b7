import { describe, expect, test } from 'vitest';
import { checkProof, linesOf, type LayerAnswer } from '../../../src/probe/run/layer-proof.ts';
import { readFacts, splitAnswer } from '../../../src/probe/run/handshake.ts';

/** The answer of a shell with these lines; the root is said last. */
function answer(...lines: readonly string[]): LayerAnswer {
  const isRoot = (line: string): boolean => line.startsWith('R:');
  const text = [...lines.filter((line) => !isRoot(line)), ...lines.filter(isRoot), ''].join('\n');
  const facts = readFacts(text, '');
  return { host: facts.host, root: facts.root ?? '', text: splitAnswer(text).facts };
}

const FACTS = ['S:Linux', 'H:/home/u', 'T:ls:/usr/bin/ls:ls (GNU coreutils) 9.1', 'R:/srv/app'];
const PLAIN = answer(...FACTS, 'N:net:net:[1]', 'N:pid:pid:[1]', 'W:/home/u', 'W:/srv/app');
const ROUTES = 'Iface\tDestination\tGateway\tFlags';
const LOOPBACK = '00000000000000000000000000000001 01 80 10 80       lo';
const MOUNTS = ['M:66 42 254:0 / / ro,nosuid - ext4 /dev/vda rw', 'M:68 66 0:21 / /proc ro - proc proc rw'];

const BWRAP = [
  ...FACTS,
  ...['C:/home/u', 'c:Read-only file system', 'C:/srv/app', 'c:Read-only file system'],
  ...['C:/dev/shm', 'c:Read-only file system', 'Z:ok', 'N:net:net:[2]', 'N:pid:pid:[2]'],
  ...['G:      1000       1000          1', `I:${ROUTES}`, `J:${LOOPBACK}`, ...MOUNTS],
];
const LANDLOCK = [
  ...FACTS,
  ...['C:/home/u', 'c:Permission denied', 'C:/srv/app', 'c:Permission denied'],
  // Somebody else's folder: refused before Landlock is asked.
  ...['C:/tmp', 'c:Operation not permitted', 'Z:ok', 'O:Permission denied'],
];

/** The same lines with some replaced, or left out. */
function change(lines: readonly string[], start: string, ...instead: readonly string[]): LayerAnswer {
  expect(lines.some((line) => line.startsWith(start))).toBe(true);
  return answer(...lines.flatMap((line) => (line.startsWith(start) ? instead : [line])));
}

describe('a shell inside bwrap', () => {
  const part = (inside: LayerAnswer, plain = PLAIN): unknown => {
    const reason = checkProof('bwrap', plain, inside);
    return reason?.code === 'not-proved' ? [reason.part, reason.seen] : reason;
  };

  test('proves that it works', () => {
    expect(checkProof('bwrap', PLAIN, answer(...BWRAP))).toBeUndefined();
    expect(checkProof('bwrap-root', PLAIN, change(BWRAP, 'G:', 'G: 0 0 4294967295'))).toBeUndefined();
    // A kernel without IPv6 lists no addresses.
    expect(checkProof('bwrap', PLAIN, change(BWRAP, 'J:'))).toBeUndefined();
  });

  test('one place where a name could be made is enough to fail', () => {
    expect(part(change(BWRAP, 'c:Read', 'c:Operation not permitted'))).toEqual([
      'create',
      '/home/u: Operation not permitted',
    ]);
    // The attempt went through, or was never made.
    expect(part(change(BWRAP, 'c:Read', 'c:'))).toEqual(['create', '/home/u: ']);
    expect(part(change(BWRAP, 'C:'))).toEqual(['create', '']);
  });

  test('mounts, routes, addresses and namespaces', () => {
    expect(part(change(BWRAP, 'M:68', 'M:68 66 0:9 / /data rw - xfs /dev/vdb rw'))).toEqual([
      'mounts',
      '/data',
    ]);
    expect(part(change(BWRAP, 'M:'))).toEqual(['mounts', '']);
    expect(part(change(BWRAP, 'I:', `I:${ROUTES}`, 'I:eth0\t00000000\t0100A8C0\t0003'))).toEqual([
      'network',
      'eth0\t00000000\t0100A8C0\t0003',
    ]);
    const address = 'fe80000000000000000000000000000a 02 40 20 80     eth0';
    expect(part(change(BWRAP, 'J:', `J:${LOOPBACK}`, `J:${address}`))).toEqual(['network', address]);
    expect(part(change(BWRAP, 'N:net', 'N:net:net:[1]'))).toEqual(['network', 'net:[1]']);
    expect(part(change(BWRAP, 'N:pid', 'N:pid:pid:[1]'))).toEqual(['processes', 'pid:[1]']);
  });

  test('a namespace that nobody saw proves nothing', () => {
    expect(part(change(BWRAP, 'N:net', 'N:net:'))).toEqual(['network', '']);
    expect(part(answer(...BWRAP), answer(...FACTS))).toEqual(['network', 'net:[2]']);
  });

  test('the number of nobody is not the user’s', () => {
    expect(part(change(BWRAP, 'G:', 'G: 65534 1000 1'))).toEqual(['identity', '65534']);
    expect(part(change(BWRAP, 'G:'))).toEqual(['identity', '']);
  });

  test('another view of the host, and /dev/null', () => {
    expect(part(change(BWRAP, 'R:', 'R:/'))).toEqual(['view', '/']);
    expect(part(change(BWRAP, 'R:'))).toEqual(['view', '']);
    expect(part(change(BWRAP, 'H:', 'H:/'))).toEqual(['view', '/']);
    expect(part(change(BWRAP, 'T:ls'))).toEqual(['view', 'ls']);
    expect(part(change(BWRAP, 'T:ls', 'T:ls:/usr/bin/ls:ls (GNU coreutils) 9.2'))).toEqual(['view', 'ls']);
    expect(part(answer(...BWRAP, 'T:git:/usr/bin/git:git version 2.39.5'))).toEqual(['view', 'git']);
    expect(part(change(BWRAP, 'Z:'))).toEqual(['null', '/dev/null']);
  });

  test('what a host said is cut', () => {
    const inside = change(BWRAP, 'I:', `I:${ROUTES}`, `I:${'x'.repeat(5000)}`);
    expect(part(inside)).toEqual(['network', 'x'.repeat(300)]);
  });
});

describe('a shell inside Landlock', () => {
  const part = (inside: LayerAnswer, plain = PLAIN): unknown => {
    const reason = checkProof('landlock', plain, inside);
    return reason?.code === 'not-proved' ? [reason.part, reason.seen] : reason;
  };

  test('proves that it works', () => {
    expect(part(answer(...LANDLOCK))).toBeUndefined();
  });

  test('a name that could be made, and a file that could be written', () => {
    expect(part(change(LANDLOCK, 'c:Permission', 'c:Operation not permitted'))).toEqual([
      'create',
      '/home/u: Operation not permitted',
    ]);
    expect(part(change(LANDLOCK, 'O:', 'O:'))).toEqual(['write', '/dev/zero: ']);
    expect(part(change(LANDLOCK, 'O:'))).toEqual(['write', '/dev/zero: ']);
  });

  test('missing rights answer alike, so a user without a place to write proves nothing', () => {
    expect(part(answer(...LANDLOCK), answer(...FACTS))).toEqual(['create', '']);
  });
});

test('lines by their key', () => {
  expect(linesOf('A:1\nAB:2\nA:\nB:A:3\n', 'A')).toEqual(['1', '']);
  expect(linesOf('N:net:4\nN:pid:5\n', 'N:net')).toEqual(['4']);
});
