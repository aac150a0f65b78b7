/** One line of /proc/self/mountinfo (proc_pid_mountinfo(5)), as far as it is needed. */
interface Mount {
  readonly id: string;
  readonly parent: string;
  readonly point: string;
  readonly readOnly: boolean;
  readonly type: string;
}

/**
 * The mount points at which something could be written, of the lines of /proc/self/mountinfo; undefined if they
 * cannot be read. Left out are the few devices and terminals in the /dev that bwrap makes for itself. Mounts that
 * another one covers cannot be reached.
 */
export function unshieldedMounts(lines: readonly string[]): readonly string[] | undefined {
  const mounts = lines.map(readMount);
  if (mounts.length === 0 || mounts.includes(undefined)) return undefined;
  const all = mounts.filter((mount) => mount !== undefined);
  const tree = new Map(all.map((mount) => [mount.id, mount]));
  const covers = new Map<string, Mount>();
  for (const mount of all) if (tree.get(mount.parent)?.point === mount.point) covers.set(mount.parent, mount);
  const devices = all.find(({ point, type, id }) => point === '/dev' && type === 'tmpfs' && !covers.has(id));
  return all
    .filter((mount) => !mount.readOnly && !isHidden(mount, tree, covers) && !isOwn(mount, devices))
    .map(({ point }) => point);
}

/** True where the mount itself, or one on the way to it, lies under another. */
function isHidden(
  mount: Mount,
  tree: ReadonlyMap<string, Mount>,
  covers: ReadonlyMap<string, Mount>,
): boolean {
  const seen = new Set<string>();
  let child: Mount | undefined;
  for (let at: Mount | undefined = mount; at !== undefined && !seen.has(at.id); at = tree.get(at.parent)) {
    seen.add(at.id);
    const cover = covers.get(at.id);
    if (cover !== undefined && cover !== child) return true;
    child = at;
  }
  return false;
}

/** A device, or the terminals, on the /dev that bwrap made. */
function isOwn({ type, parent }: Mount, devices: Mount | undefined): boolean {
  return (type === 'devtmpfs' || type === 'devpts') && parent === devices?.id;
}

function readMount(line: string): Mount | undefined {
  const fields = line.split(' ');
  const [id, parent, , , point, flags] = fields;
  const type = fields[fields.indexOf('-', 6) + 1];
  if (id === undefined || parent === undefined || point === undefined || flags === undefined)
    return undefined;
  if (type === undefined || !fields.includes('-', 6)) return undefined;
  return { id, parent, point, readOnly: flags.split(',').includes('ro'), type };
}
