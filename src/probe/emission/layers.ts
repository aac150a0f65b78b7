import type { SandboxLayer } from '../layers.ts';
import { GUARDED_SHELL_WORD, TOOL_FOLDERS } from './launcher.ts';
import { quote } from './quote.ts';

/**
 * The forms of the launchers that start the guarded shell inside a layer. `bwrap` makes a user namespace of its own;
 * `bwrap-root` is for root, who needs none and would lose the right to read other users' files in one;
 * `landlock-setsid` is `landlock` where the server makes no process group for each command.
 */
export type LayerForm = 'bwrap' | 'bwrap-root' | 'landlock' | 'landlock-setsid';

/** A form with the folder of its tool, one of `TOOL_FOLDERS`. */
export interface LayeredKind {
  readonly form: LayerForm;
  readonly folder: string;
}

/**
 * Everything is read-only, with a /dev and a /proc of its own, which are so too: root could change the settings of
 * the kernel in /proc/sys otherwise. The whole dies with who started it.
 */
const VIEW = '--ro-bind / / --dev /dev --remount-ro /dev --proc /proc --remount-ro /proc --die-with-parent';

/** Everything may be read and run, and /dev/null written; whatever else setpriv knows of is denied. */
const RULES =
  '--no-new-privs --landlock-access fs --landlock-rule path-beneath:execute,read-file,read-dir:/ ' +
  '--landlock-rule path-beneath:write-file:/dev/null';

/**
 * What stands between `env -i` and the shell. Inside bwrap the shell is not the first process of its namespace, since
 * that one cannot be killed from inside, and setsid makes it lead a process group: `kill -KILL 0` ends it, and with
 * it the namespace and whatever left the group.
 */
const WORDS: Readonly<Record<LayerForm, { readonly tool: string; readonly words: string }>> = {
  bwrap: { tool: 'bwrap', words: `${VIEW} --unshare-all -- /usr/bin/setsid` },
  'bwrap-root': {
    tool: 'bwrap',
    words:
      `${VIEW} --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try ` +
      '--cap-drop ALL --cap-add CAP_DAC_READ_SEARCH -- /usr/bin/setsid',
  },
  landlock: { tool: 'setpriv', words: `${RULES} --` },
  'landlock-setsid': { tool: 'setpriv', words: `${RULES} -- /usr/bin/setsid` },
};

const FORMS: readonly LayerForm[] = ['bwrap', 'bwrap-root', 'landlock', 'landlock-setsid'];

/** What the login shell is given to start the guarded shell inside a layer: a constant for each form and folder. */
export function layeredLauncher({ form, folder }: LayeredKind): string {
  const { tool, words } = WORDS[form];
  if (!TOOL_FOLDERS.includes(folder)) throw new Error('no folder of tools');
  return `exec /usr/bin/env -i ${folder}/${tool} ${words} /bin/sh -c ${GUARDED_SHELL_WORD}`;
}

/** Every launcher of a layer. */
export const LAYERED_LAUNCHERS: readonly string[] = FORMS.flatMap((form) =>
  TOOL_FOLDERS.map((folder) => layeredLauncher({ form, folder })),
);

/** Which layer a form is. */
export function layerOf(form: LayerForm): SandboxLayer {
  return form === 'bwrap' || form === 'bwrap-root' ? 'bwrap' : 'landlock';
}

/** Where a host's users can usually write, besides their home and the root. */
const PLACES = ['/tmp', '/var/tmp', '/dev/shm'];

/** For the plain shell: `L:tool:folder:` for every tool of a layer that is there; nothing is started for it. */
export const LAYER_TOOLS = `for t in bwrap setpriv; do for d in ${TOOL_FOLDERS.join(' ')}; do [ -f "$d/$t" ] && [ -x "$d/$t" ] && { printf "%s\\n" "L:$t:$d:"; break; }; done; done`;

/**
 * The same, and what the proof of a layer is compared with: `U:` the user's number, `N:net:` and `N:pid:` the
 * namespaces, `W:` every place that the user owns and can write, and in `L:` the first line of the tool's version.
 */
export function layerQuestions(root: string): readonly string[] {
  return [
    'printf "U:%s\\n" "$(id -u)"',
    ...namespaces(),
    `for d in ${places(root)}; do [ -d "$d" ] && [ -w "$d" ] && [ -x "$d" ] && [ -O "$d" ] && printf "%s\\n" "W:$d"; done`,
    `for t in bwrap setpriv; do for d in ${TOOL_FOLDERS.join(' ')}; do [ -f "$d/$t" ] && [ -x "$d/$t" ] || continue; v=$("$d/$t" --version 2>&1); printf "%s\\n" "L:$t:$d:\${v%%"$n"*}"; break; done; done`,
  ];
}

/**
 * For the shell inside a layer, which has to prove that it works. A proof must not write where the layer does not
 * work, so what it tries fails there too, for another reason, and the kernel's answer tells the two apart:
 *
 * - `C:` `link . NAME` asks for a second name of a folder. link(2) gives EPERM for that on every file system, for
 *   root too; but first the kernel asks whether a name may be made there: a read-only mount gives EROFS, and
 *   Landlock gives EACCES. That of a folder of somebody else is refused before that, where hard links are protected.
 *   (`.` is a folder and no link to one, whatever the path leads to.)
 * - `O:` /dev/zero is opened for appending, where it is a device that the user may write: without Landlock that
 *   succeeds, and nothing is written; with it the kernel gives EACCES. access(2), which `[ -w ]` asks, does not know
 *   Landlock, and so says only what the user could do without it.
 * - `M:` what the kernel lists as mounted, with the flags that it goes by; `I:` and `J:` its routes and addresses;
 *   `N:` the namespaces; `G:` how the user is numbered.
 * - `Z:ok` /dev/null can be written, without which neither a shell nor git works.
 */
export function layerProof(form: LayerForm, root: string, nonce: string): readonly string[] {
  const file = (key: string, path: string): string =>
    `while IFS= read -r x; do printf "%s\\n" "${key}:$x"; done <${path}`;
  const attempts = [
    `for d in ${places(root)}; do [ -d "$d" ] && [ -x "$d" ] || continue; x=$(cd -P -- "$d" && link . ".sonde-${nonce}" 2>&1); printf "%s\\n" "C:$d" "c:\${x##*: }"; done`,
    'x=$( { echo >/dev/null; } 2>&1 ) && printf "%s\\n" "Z:ok"',
  ];
  if (layerOf(form) === 'landlock')
    return [
      ...attempts,
      '[ -c /dev/zero ] && [ -w /dev/zero ] && { x=$( { true >>/dev/zero; } 2>&1 ); printf "%s\\n" "O:${x##*: }"; }',
    ];
  return [
    ...attempts,
    ...namespaces(),
    file('G', '/proc/self/uid_map'),
    file('I', '/proc/net/route'),
    `[ -f /proc/net/if_inet6 ] && ${file('J', '/proc/net/if_inet6')}`,
    file('M', '/proc/self/mountinfo'),
  ];
}

function namespaces(): readonly string[] {
  return ['net', 'pid'].map(
    (name) => `printf "%s\\n" "N:${name}:$(readlink /proc/self/ns/${name} 2>/dev/null)"`,
  );
}

/** `$h` is the home, as the handshake found it. */
function places(root: string): string {
  return ['"$h"', quote(root), ...PLACES].join(' ');
}
