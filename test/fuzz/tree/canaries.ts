/** What happens when a command is run in the hostile tree as anybody would type it. */
export type Harm =
  /** Programs of the tree that run, by name. */
  | { readonly runs: readonly string[] }
  /** It never ends. */
  | { readonly hangs: true }
  /** It prints the key. */
  | { readonly prints: 'secret' }
  /** It makes, changes or removes this file. */
  | { readonly changes: string };

/** One hostile thing of the tree, and the plain command that shows that it bites. */
export interface Canary {
  readonly name: string;
  /** For a shell, in the root of the tree, without any hardening. */
  readonly line: string;
  readonly harm: Harm;
  /** The tree is another one behind it. */
  readonly touches: boolean;
}

function canary(name: string, line: string, harm: Harm): Canary {
  return { name, line, harm, touches: 'changes' in harm || /git (?:commit|checkout|submodule)/.test(line) };
}

const runs = (...names: readonly string[]): Harm => ({ runs: names });
const hangs: Harm = { hangs: true };
const secret: Harm = { prints: 'secret' };
const changes = (file: string): Harm => ({ changes: file });

/** What a repository's own configuration, attributes and hooks make git do. */
export const GIT_CANARIES: readonly Canary[] = [
  canary('core.fsmonitor: status', 'git status', runs('fsmonitor')),
  canary('core.fsmonitor: diff', 'git diff', runs('fsmonitor')),
  canary('core.fsmonitor: grep', 'git grep update', runs('fsmonitor')),
  canary('core.fsmonitor: blame', 'git blame src.py', runs('fsmonitor')),
  canary('core.fsmonitor: ls-files', 'git ls-files', runs('fsmonitor')),
  canary('core.fsmonitor: describe', 'git describe --dirty', runs('fsmonitor')),
  canary('core.hooksPath', 'touch src.py; git status', runs('hook-post-index-change')),
  canary('the index, rewritten', 'touch src.py; git status', changes('.git/index')),
  canary('the index, rewritten by diff', 'touch src.py; git diff', changes('.git/index')),
  canary(
    'the index, without optional locks',
    'touch A.md; GIT_OPTIONAL_LOCKS=0 git diff',
    changes('.git/index'),
  ),
  canary(
    'hooks of commits',
    'git commit --allow-empty -m x',
    runs('hook-pre-commit', 'hook-reference-transaction'),
  ),
  canary('hooks of checkouts', 'git checkout -- old', runs('hook-post-checkout')),
  canary('core.pager', "script -qec 'git show' /dev/null", runs('pager')),
  canary('pager.log', "script -qec 'git log' /dev/null", runs('pager-log')),
  canary('core.editor', 'git config -e', runs('editor')),
  canary('core.sshCommand', 'git ls-remote other', runs('ssh')),
  canary('diff.external', 'git diff HEAD~1 HEAD~2 -- old; git diff v1 HEAD', runs('external')),
  canary('diff.external: show --ext-diff', 'git show --ext-diff HEAD~2', runs('external')),
  canary('diff.DRIVER.command', 'git -C filtered diff -- s.cmd', runs('command')),
  canary('diff.DRIVER.textconv: log -p', 'git log -p', runs('textconv')),
  canary('diff.DRIVER.textconv: log -S', 'git log -S x', runs('textconv')),
  canary('diff.DRIVER.textconv: blame', 'git blame src.py', runs('textconv')),
  canary('diff.DRIVER.textconv: cat-file', 'git cat-file --textconv HEAD:src.py', runs('textconv')),
  canary('diff.DRIVER.textconv: grep', 'git grep --textconv update', runs('textconv')),
  canary(
    'diff.DRIVER.cachetextconv',
    'git -C filtered log -p',
    changes('filtered/.git/refs/notes/textconv/d'),
  ),
  canary('core.attributesFile', 'git log -p -- words.txt', runs('textconv')),
  canary('filter.DRIVER.clean: status', 'touch filtered/s.bin; git -C filtered status', runs('filter')),
  canary('filter.DRIVER.clean: diff', 'git -C filtered diff -- s.bin', runs('filter')),
  canary('filter.DRIVER.clean: blame', 'git -C filtered blame s.bin', runs('filter')),
  canary(
    'filter.DRIVER.clean: ls-files -m',
    'touch filtered/s.bin; git -C filtered ls-files -m',
    runs('filter'),
  ),
  canary('filter.DRIVER.clean: hash-object', 'git -C filtered hash-object s.bin', runs('filter')),
  canary('filter.DRIVER.smudge', 'git -C filtered cat-file --filters HEAD:s.bin', runs('filter-smudge')),
  canary('filter.DRIVER.process', 'git -C filtered diff -- s.long', runs('filter-process')),
  canary('log.showSignature, gpg.program', 'git log -1 --format=%h', runs('gpg')),
  canary('format.pretty', 'git -c log.showSignature=false log -1', runs('gpg')),
  canary('pretty.ALIAS', 'git -c log.showSignature=false log -1 --format=signed', runs('gpg')),
  canary('log.diffMerges', 'git -c log.showSignature=false log -3 -m -p HEAD~1', runs('merge')),
  canary('merge.DRIVER.driver', 'git -c format.pretty=short show --remerge-diff HEAD~1', runs('merge')),
  canary('remote.NAME.uploadpack', 'git ls-remote near', runs('upload')),
  canary('browser.NAME.cmd', 'git web--browse http://x', runs('browser')),
  canary(
    'diff.DRIVER.textconv of a filtered file',
    'git -C filtered -c diff.d.cachetextconv=false log -p',
    runs('filter-textconv'),
  ),
  canary('filters of the user', 'git -C filtered diff -- s.lfs', runs('lfs')),
  canary('alias', 'git last', runs('alias')),
  canary(
    'credential.helper',
    'printf "protocol=https\\nhost=x\\n\\n" | git credential fill',
    runs('credential'),
  ),
  canary('core.alternateRefsCommand', 'git -C alternate rev-list --alternate-refs', runs('alternate-refs')),
  canary('trailer.KEY.command', 'printf "x\\n" | git interpret-trailers --trailer t=1', runs('trailer')),
  canary('diff.tool', 'git difftool -y v1 HEAD -- src.py', runs('difftool')),
  canary('grep --open-files-in-pager', 'git grep -O../tools/open update', runs('open')),
  canary('submodule: status', 'git status', runs('sub-fsmonitor', 'sub-filter')),
  canary('submodule: diff.submodule', 'git diff --no-ext-diff --submodule=diff', runs('sub-textconv')),
  canary('submodule: grep', 'git grep --recurse-submodules one', runs('sub-fsmonitor')),
  canary('submodule.NAME.update', 'git submodule update --force', runs('submodule-update')),
  canary('partial clone: show', 'git -C partial show HEAD:lost.py', runs('remote')),
  canary('partial clone: log -S', 'git -C partial log -S one', runs('remote')),
  canary('partial clone: blame', 'git -C partial blame lost.py', runs('remote')),
  canary('partial clone: grep', 'git -C partial grep one HEAD', runs('remote')),
  canary('partial clone: the network', 'git -C partial-ssh show HEAD:lost.py', runs('partial-ssh')),
  canary('embedded bare repository', 'cd embedded/bare.git && git status', runs('bare-fsmonitor')),
  canary('embedded bare repository: diff', 'git -C embedded/bare.git diff', runs('bare-external')),
  canary('split index', 'git -C split ls-files', changes('split/.git/sharedindex')),
  canary('core.worktree', 'git -C moved diff', secret),
  canary('trace2 of the user', 'git log -1', runs('trace2', 'trace2-event', 'trace2-perf')),
  canary('--output', 'git diff v1 HEAD --no-ext-diff --output=made', changes('made')),
  canary('branch -l of old, branch NAME', 'git branch made', changes('.git/refs/heads/made')),
  canary('diff.orderFile', 'git -C ../hangs/order diff HEAD~1 HEAD', hangs),
  canary('mailmap.file', 'git -C ../hangs/mailmap shortlog HEAD', hangs),
  canary('blame.ignoreRevsFile', 'git -C ../hangs/revisions blame a.py', hangs),
  canary('core.excludesFile', 'git -C ../hangs/excludes status', hangs),
  canary('core.attributesFile, a FIFO', 'git -C ../hangs/attributes diff HEAD~1 HEAD', hangs),
  canary('include.path', 'git -C ../hangs/include log', hangs),
  canary('.gitattributes, a FIFO', 'git -C ../hangs/own-attributes diff', hangs),
  canary('.mailmap, a FIFO', 'git -C ../hangs/own-mailmap shortlog HEAD', hangs),
  canary('.gitignore, a FIFO', 'git -C ../hangs/own-ignore status', hangs),
  canary('info/exclude, a FIFO', 'git -C ../hangs/own-exclude status', hangs),
  canary('info/attributes, a FIFO', 'git -C ../hangs/own-info diff', hangs),
  canary('a reference, a FIFO', 'git -C ../hangs/own-head show-ref', hangs),
];

/** What files, names and links of the tree make other commands do. */
export const FILE_CANARIES: readonly Canary[] = [
  canary('a FIFO', 'cat pipe', hangs),
  canary('a FIFO behind a wildcard', 'grep x p*', hangs),
  canary('a FIFO behind a link', 'wc -l python/pipe.py', hangs),
  canary('a FIFO behind two links', 'head old/pipe.log', hangs),
  canary('a FIFO in a tree', 'rg -z x pipe', hangs),
  canary('a FIFO in a tree, busybox', 'busybox grep -r nothing old', hangs),
  canary('a FIFO compared', 'diff pipe f', hangs),
  canary('a FIFO with a name like an option', 'cat -- odd/-fifo', hangs),
  canary('a device without end', 'cat zero', hangs),
  canary('a device without end behind another link', 'md5sum devices/dev/zero', hangs),
  canary('a device without end in a tree', 'grep -R nothing python', hangs),
  canary('a file that grows', 'tail -f f', hangs),
  canary('a link to a key', 'cat README', secret),
  canary('a link to a folder of keys', 'grep -R secret keys', secret),
  canary('a link to a folder of keys, walked', 'find -L keys -name "id_*" -exec cat {} +', secret),
  canary('a name like an option: sort', 'cd odd/sort && sort *', changes('odd/sort/made')),
  canary('a name like an option: sed', 'cd odd/sed && sed s/u/v/ *', changes('odd/sed/b')),
  canary('a name like an option: find', 'cd odd/find && find *', changes('odd/find/+b')),
  canary('a name like an option: tail', 'cd odd/tail && tail *', hangs),
  canary('two names behind a wildcard', 'cd odd/uniq && uniq *', changes('odd/uniq/b')),
  canary('the configuration of rg', 'RIPGREP_CONFIG_PATH=$HOME/.ripgreprc rg x f', runs('rg-pre')),
  canary('rg --pre', 'rg --pre ../tools/open x f', runs('open')),
  canary('a second operand', 'uniq f g', changes('g')),
  canary('sed -i behind operands', 'sed p f -i', changes('f')),
  canary('sed w', "sed -n 'w made' f", changes('made')),
  canary('sed e', "sed -n '1e ../tools/open' f", runs('open')),
  canary('awk print >', 'awk \'{print > "made"}\' f', changes('made')),
  canary('awk system', 'awk \'{system("../tools/open")}\' f', runs('open')),
  canary('find -delete', 'find old -name a.py -delete', changes('old/a.py')),
  canary('find -fprint', 'find . -fprint made', changes('made')),
  canary('find -exec', 'find f -exec ../tools/open {} +', runs('open')),
  canary(
    'sort --compress-program',
    'sort -S 1k --compress-program=../tools/open huge/lines.txt',
    runs('open'),
  ),
  canary('file -C', 'file -C -m odd/magic', changes('magic.mgc')),
  canary('a truncating redirection', 'cat f > g', changes('g')),
];
