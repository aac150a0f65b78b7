import { GIT_ENVIRONMENT, GIT_PREFIX, PATH_SETTINGS } from '../catalogue/git/hardening.ts';
import type { LinePlan } from '../plan/line-plan.ts';
import type { GitRepositoryCheck } from '../plan/plan.ts';
import { SYSTEM_FOLDERS } from '../plan/sensitive.ts';
import type { HostFacts } from '../prober.ts';
import { operandsOf, printPath, type GuardOptions } from './guard.ts';
import { quote } from './quote.ts';

interface RepositoryOptions extends GuardOptions {
  readonly host: HostFacts;
}

/** Bytes of one answer of git that are looked at. */
const ANSWER = 262_144;

/**
 * Guards of where the git commands of a line read, in front of them: the files that the repository's own
 * configuration names, before any command that would read them; then its folders and work tree, its object
 * stores, and, as the command asks for it, work files below links, addresses with credentials and nameless
 * contents. A stop names the operand behind the last one of the line, plus the index of the stage.
 */
export function repositoryChecks(plan: LinePlan, options: RepositoryOptions): readonly string[] {
  const git = options.host.tools['git'];
  const first = operandsOf(plan).length;
  const calls = plan.stages.flatMap(({ repository }, index) =>
    repository === undefined ? [] : [repositoryCall(repository, first + index, options)],
  );
  return git === undefined || calls.length === 0 ? [] : [...functions(git.path, options), ...calls];
}

function repositoryCall(check: GitRepositoryCheck, number: number, options: RepositoryOptions): string {
  const { folder } = check;
  const asked = options.fence && !options.sensitive ? (check.nameless ?? []) : [];
  const steps = [
    ...(folder === undefined ? [] : [`cd -P -- ${printPath(folder, options.host.home)}`]),
    `I ${number} "" 0`,
    `L ${number} ${check.required === true ? 'x' : '""'}`,
    ...(check.links === true || check.contents === true ? [`D ${number}`] : []),
    ...(check.links === true ? [`Y ${number}`] : []),
    ...(check.addresses === true && !options.sensitive ? [`U ${number}`] : []),
    ...asked.map(({ revision, kind }) => `B ${number} ${quote(revision)} ${kind}`),
    ':',
  ];
  return `( ${steps.join('; ')} ) || exit 97`;
}

/**
 * The functions. `V` runs git hardened. `E number reason path` ends the probe. `Z number path` guards what is
 * there, `O` (behind the fence) only asks that it lies inside. `I number file depth` looks at the settings that
 * name files, in that file or the repository's own, and in what they include; `P number value file` at one of
 * them and leaves the file in f. `L` looks at the repository's folders, `A` at its object stores, `D` at whether
 * the work tree holds the folder that the user named, `Y` at work files that git would open through a link, `U` at addresses with credentials, `B` at the kind of a revision.
 */
function functions(git: string, { nonce, fence }: RepositoryOptions): readonly string[] {
  const environment = GIT_ENVIRONMENT.map(([name, value]) => `${name}=${quote(value)}`).join(' ');
  const settings = `--no-includes --get-regexp ${quote(PATH_SETTINGS)}`;
  const both = (words: string): string => `$({ ${words}; } 2>/dev/null | head -c ${ANSWER}; echo x)`;
  const answer = (words: string): string => both(`V ${words}`);
  // Who says more than is looked at, may say the worst at the end.
  const eachLine =
    `[ \${#c} -le ${ANSWER} ] || E "$1" unknown .git; ` +
    'c=${c%x}; while [ -n "$c" ]; do case $c in *"$n"*) l=${c%%"$n"*}; c=${c#*"$n"};; *) l=$c; c=;; esac;';
  const outside = (value: string): string => (fence ? `E "$1" outside ${value}` : ':');
  const system = SYSTEM_FOLDERS.map((name) => `/${name}/*`).join('|');
  return [
    `V() { ${environment} ${quote(git)} ${GIT_PREFIX.map(quote).join(' ')} "$@"; }`,
    `E() { printf "%s\\n" "${nonce}:G:$1:$2:$3" >&2; exit 97; }`,
    'Z() { if [ -e "$2" ] || [ -h "$2" ]; then G "$1" m "$2"; f=$2; fi; }',
    `O() { R "$2"; case $r/ in "$W"/*) ;; *) ${outside('"$2"')};; esac; }`,
    [
      'P() { f=; case $2 in "") ;; /*) Z "$1" "$2";; "~/"*) Z "$1" "$HOME/${2#??}";;',
      `"~"*|%*) ${outside('"$2"')};;`,
      '*) if [ -n "$3" ]; then Z "$1" "${3%/*}/$2"; else d=$PWD; while :; do',
      ...(fence
        ? ['case $d/ in "$W"/*) ;; *) break;; esac; [ ! -f "$d/.git" ] || E "$1" outside "$2";']
        : []),
      'Z "$1" "$d/.git/$2"; if [ -n "$4" ] || [ -f "$d/HEAD" ]; then Z "$1" "$d/$2"; fi;',
      '[ -n "$d" ] || break; d=${d%/*}; done; fi;; esac; }',
    ].join(' '),
    [
      'I() { if [ -n "$2" ];',
      `then c=${answer(`config --file "$2" ${settings}`)}; else c=${both(`V config --local ${settings}; V config --worktree ${settings}`)}; fi;`,
      `${eachLine} case $l in`,
      'include*.path\\ *) v=${l#*.path }; [ "$v" = "${l##*.path }" ] || E "$1" unknown "$v"; P "$1" "$v" "$2" "";',
      // git itself follows ten, one in the other, and gives up at the eleventh.
      'if [ -n "$f" ]; then [ "$3" -lt 10 ] || E "$1" unknown "$v"; ( I "$1" "$f" $(($3+1)) ) || exit 97; fi;;',
      '*.*\\ *) P "$1" "${l#* }" "$2" x;;',
      '*) E "$1" unknown "$l";; esac; done; }',
    ].join(' '),
    [
      `L() { t=$PWD; s=$n--${nonce}$n; c=${answer(`rev-parse --git-dir --${nonce} --git-common-dir --${nonce} --show-cdup`)};`,
      'case $c in *"$s"*"$s"*) ;; *) [ -z "$2" ] || E "$1" missing .git; return 0;; esac;',
      'a=${c%%"$s"*}; c=${c#*"$s"}; o=${c%%"$s"*}; t=${c#*"$s"}; t=${t%x}; t=${t%"$n"};',
      'case $a in /*) ;; *) a=$PWD/$a;; esac; case $o in /*) ;; *) o=$PWD/$o;; esac;',
      'case $t in /*) ;; "") t=$PWD;; *) t=$PWD/$t;; esac;',
      `for f in "$a" "$o" "$t"; do case $f/ in ${system}) E "$1" system "$f";; esac; G "$1" m "$f"; done;`,
      'for f in "$t/.gitattributes" "$t/.gitignore" "$t/.mailmap" "$a/HEAD" "$a/index" "$o/info/exclude" "$o/info/attributes" "$o/packed-refs" "$o/objects/info/alternates";',
      'do [ ! -p "$f" ] || G "$1" m "$f"; done;',
      ...(fence
        ? [
            'for f in "$a/HEAD" "$a/index" "$o/config" "$o/objects" "$o/refs" "$o/packed-refs";',
            'do [ ! -e "$f" ] || O "$1" "$f"; done;',
          ]
        : []),
      'A "$1" "$o/objects" 0; }',
    ].join(' '),
    [
      'A() { [ -f "$2/info/alternates" ] || return 0; [ "$3" -lt 6 ] || E "$1" unknown "$2";',
      'while IFS= read -r l || [ -n "$l" ]; do case $l in ""|"#"*) continue;; \\"*) E "$1" unknown "$l";; /*) v=$l;; *) v=$2/$l;; esac;',
      'Z "$1" "$v"; A "$1" "$v" $(($3+1)); done <"$2/info/alternates"; }',
    ].join(' '),
    'D() { R "$t"; case $PWD/ in "${r%/}"/*) ;; *) E "$1" elsewhere "$t";; esac; }',
    [
      'Y() { cd -P -- "$t" 2>/dev/null || return 0;',
      `c=${answer('diff-files --ignore-submodules=all --diff-filter=D --name-only')};`,
      `${eachLine} case $l in \\"*) E "$1" unknown "$l";; esac; [ ! -e "$l" ] || G "$1" m "$l"; done; }`,
    ].join(' '),
    [
      `U() { c=${answer('remote -v')}; ${eachLine}`,
      'case $l in *://*) v=${l#*://}; v=${v%%/*};; *) continue;; esac;',
      'case $v in *:*@*) E "$1" sensitive .git/config;; *@*) case $l in *http://*|*https://*) E "$1" sensitive .git/config;; esac;; esac; done; }',
    ].join(' '),
    'B() { case $3 in blob) v=$2^{};; *) v=$2;; esac; [ "$(V cat-file -t "$v" 2>/dev/null)" != "$3" ] || E "$1" sensitive "$2"; }',
  ];
}
