/**
 * What every git command gets from us. Each item switches off something that a repository's own configuration
 * could use to run a program, write, or open a connection: pagers, lazy fetching, prompts, traces to files,
 * fsmonitor and hooks, the refresh of the index by diff, signatures through gpg, aliases of formats, merges
 * that are done again to be shown, submodules with configurations of their own, attributes of the system, bare
 * repositories inside the tree.
 */
export const GIT_ENVIRONMENT: readonly (readonly [name: string, value: string])[] = [
  ['GIT_OPTIONAL_LOCKS', '0'],
  ['GIT_NO_LAZY_FETCH', '1'],
  ['GIT_ALLOW_PROTOCOL', ''],
  ['GIT_TERMINAL_PROMPT', '0'],
  ['GIT_ATTR_NOSYSTEM', '1'],
  ['GIT_PAGER', 'cat'],
  ['GIT_TRACE2', '0'],
  ['GIT_TRACE2_EVENT', '0'],
  ['GIT_TRACE2_PERF', '0'],
];

const SETTINGS: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'diff.autoRefreshIndex=false',
  'log.showSignature=false',
  'log.diffMerges=separate',
  'format.pretty=medium',
  'diff.ignoreSubmodules=all',
  'diff.submodule=short',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
  'core.attributesFile=/dev/null',
  'core.quotePath=false',
  'safe.bareRepository=explicit',
];

/** The options in front of the subcommand. */
export const GIT_PREFIX: readonly string[] = [
  '--no-pager',
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
];

/** Lists the drivers that could run on work files; executes nothing. Behind the prefix. */
export const FILTER_QUERY: readonly string[] = [
  'config',
  '--name-only',
  '--get-regexp',
  '^filter\\..*\\.(clean|smudge|process)$',
];

/** Settings of a repository that name files or folders, as a pattern for `config --get-regexp`. */
export const PATH_SETTINGS =
  '^(include\\.path|includeif\\..*\\.path|core\\.excludesfile|mailmap\\.file|blame\\.ignorerevsfile|diff\\.orderfile)$';
