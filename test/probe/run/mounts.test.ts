import { expect, test } from 'vitest';
import { unshieldedMounts } from '../../../src/probe/run/mounts.ts';

/** A line of mountinfo, in the fields of proc_pid_mountinfo(5). */
function mount(id: number, parent: number, point: string, flags: string, type = 'ext4'): string {
  return `${id} ${parent} 254:0 / ${point} ${flags},relatime shared:1 - ${type} /dev/vda rw,discard`;
}

/** What bwrap makes of a host with one file system: all of it read-only, and a /dev and a /proc of its own. */
const SHIELDED = [
  mount(66, 42, '/', 'ro,nosuid,nodev'),
  mount(68, 66, '/proc', 'ro,nosuid', 'proc'),
  mount(81, 66, '/dev', 'ro,nosuid', 'devtmpfs'),
  mount(82, 81, '/dev/shm', 'rw', 'tmpfs'),
  mount(83, 82, '/dev/shm', 'ro,nosuid', 'tmpfs'),
  mount(86, 81, '/dev', 'ro,nosuid', 'tmpfs'),
  mount(87, 86, '/dev/null', 'rw,nosuid', 'devtmpfs'),
  mount(93, 86, '/dev/pts', 'rw,nosuid', 'devpts'),
  mount(94, 68, '/proc', 'ro,nosuid', 'proc'),
];

test('a host behind bwrap: what can be written is bwrap’s own', () => {
  expect(unshieldedMounts(SHIELDED)).toEqual([]);
});

test('the file system says ro, or only the mount does: it is the mount that counts', () => {
  // The last field belongs to the file system, which is rw for others.
  expect(unshieldedMounts([mount(66, 42, '/', 'ro')])).toEqual([]);
  expect(unshieldedMounts([mount(66, 42, '/', 'rw')])).toEqual(['/']);
});

test('a mount that was left writable', () => {
  expect(unshieldedMounts([...SHIELDED, mount(100, 66, '/home', 'rw')])).toEqual(['/home']);
  expect(unshieldedMounts([...SHIELDED, mount(100, 66, '/srv/a\\040b', 'rw', 'nfs4')])).toEqual([
    '/srv/a\\040b',
  ]);
  // Named like a folder of /dev, and not in it.
  expect(unshieldedMounts([...SHIELDED, mount(100, 66, '/device', 'rw')])).toEqual(['/device']);
});

test('a writable mount on a read-only one, and one under it', () => {
  expect(
    unshieldedMounts([...SHIELDED, mount(100, 66, '/data', 'ro'), mount(101, 100, '/data', 'rw')]),
  ).toEqual(['/data']);
  const covered = [mount(100, 66, '/data', 'rw'), mount(101, 100, '/data', 'ro')];
  expect(unshieldedMounts([...SHIELDED, ...covered])).toEqual([]);
  // What stands on the covered one cannot be reached either; what stands on the cover can.
  expect(unshieldedMounts([...SHIELDED, ...covered, mount(102, 100, '/data/in', 'rw')])).toEqual([]);
  expect(unshieldedMounts([...SHIELDED, ...covered, mount(102, 101, '/data/in', 'rw')])).toEqual([
    '/data/in',
  ]);
});

test('the host’s own /dev is not bwrap’s', () => {
  const own = [mount(66, 42, '/', 'ro'), mount(81, 66, '/dev', 'rw', 'devtmpfs')];
  expect(unshieldedMounts(own)).toEqual(['/dev']);
  expect(unshieldedMounts([...own, mount(82, 81, '/dev/shm', 'rw', 'tmpfs')])).toEqual(['/dev', '/dev/shm']);
  // A folder of a disk that somebody put on bwrap's /dev is none of its devices.
  expect(unshieldedMounts([...SHIELDED, mount(100, 86, '/dev/disk', 'rw', 'ext4')])).toEqual(['/dev/disk']);
});

test('bwrap’s own /dev and /proc are read-only too', () => {
  const change = (id: number, line: string): readonly string[] =>
    SHIELDED.map((each) => (each.startsWith(`${String(id)} `) ? line : each));
  expect(unshieldedMounts(change(86, mount(86, 81, '/dev', 'rw', 'tmpfs')))).toEqual(['/dev']);
  expect(unshieldedMounts(change(94, mount(94, 68, '/proc', 'rw', 'proc')))).toEqual(['/proc']);
  expect(unshieldedMounts([...SHIELDED, mount(95, 86, '/dev/shm', 'rw', 'tmpfs')])).toEqual(['/dev/shm']);
});

test('file systems of the kernel', () => {
  expect(unshieldedMounts([...SHIELDED, mount(69, 66, '/sys/fs/cgroup', 'rw', 'cgroup2')])).toEqual([
    '/sys/fs/cgroup',
  ]);
});

test('lines with optional fields, with none, and those that are none', () => {
  expect(unshieldedMounts(['66 42 254:0 / / ro - ext4 /dev/vda rw'])).toEqual([]);
  expect(unshieldedMounts(['66 42 254:0 / / ro shared:1 master:2 unbindable - ext4 /dev/vda rw'])).toEqual(
    [],
  );
  expect(unshieldedMounts([])).toBeUndefined();
  expect(unshieldedMounts(['66 42 254:0 / / ro'])).toBeUndefined();
  expect(unshieldedMounts([...SHIELDED, ''])).toBeUndefined();
});

test('mounts that name each other as parents end the walk', () => {
  expect(unshieldedMounts([mount(1, 2, '/a', 'rw'), mount(2, 1, '/b', 'rw')])).toEqual(['/a', '/b']);
});
