import * as l10n from '@vscode/l10n';

/** Commands that people type for what a probe does otherwise, by what they are for. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  words: ['echo', 'printf'],
  pager: ['less', 'more', 'most', 'bat', 'batcat', 'vi', 'vim', 'nvim', 'view', 'nano', 'emacs', 'code'],
  names: ['xargs', 'parallel'],
  json: ['jq', 'yq'],
  journal: ['journalctl', 'dmesg'],
  connections: ['ss', 'netstat', 'lsof', 'ip', 'ifconfig'],
  machine: ['top', 'htop', 'free', 'vmstat', 'iostat', 'nvidia-smi', 'lscpu', 'w', 'who', 'last'],
  processes: ['pgrep', 'pidof', 'pstree'],
  container: ['docker', 'podman'],
  cluster: ['kubectl', 'crictl', 'oc', 'helm'],
  code: ['python', 'python3', 'node', 'ruby', 'perl'],
  host: ['ssh'],
  place: ['which', 'whereis', 'type', 'locate', 'fd', 'fdfind', 'tree'],
  search: ['ag', 'ack', 'pt', 'zgrep', 'zegrep', 'zfgrep', 'zcat', 'gunzip', 'zless', 'zmore'],
  shell: [
    'for',
    'while',
    'until',
    'if',
    'case',
    'do',
    'done',
    'then',
    'fi',
    'function',
    'export',
    'set',
    'alias',
  ],
  variables: ['env', 'printenv'],
  package: ['pip', 'pip3', 'conda', 'npm', 'apt', 'dpkg', 'rpm'],
};

/** Why this command is refused and what does the same, where that is known better than by its rule. */
export function commandHint(name: string): string | undefined {
  const kind = Object.entries(KINDS).find(([, names]) => names.includes(name))?.[0];
  const t = l10n.t;
  switch (kind) {
    case 'words':
      return t('{0} only prints its own words, and a probe shows what is on the host. Leave it out.', name);
    case 'pager':
      return t(
        '{0} waits at a terminal and could run other programs. Use cat, sed -n or head; the output can be scrolled anyway.',
        name,
      );
    case 'names':
      return t(
        '{0} would run another program for what it is given. Use grep -r --include, or put the names behind the command.',
        name,
      );
    case 'json':
      return t('{0} is not among the commands of Sonde. Use grep -n \'"key"\' FILE, or cat FILE.', name);
    case 'journal':
      return t('{0} is not among the commands of Sonde. Use grep or tail on the files below /var/log.', name);
    case 'connections':
      return t('{0} looks at connections, and probes only at files and processes. Use ps -ef or ls.', name);
    case 'machine':
      return t('{0} is not among the commands of Sonde. Use ps -ef, uptime, nproc or df -h.', name);
    case 'processes':
      return t('{0} is not among the commands of Sonde. Use ps -ef | grep NAME.', name);
    case 'container':
      return t(
        '{0} talks to a service that can change things. Make the container a target of its own: HOST/docker=NAME:/folder.',
        name,
      );
    case 'cluster':
      return t(
        '{0} talks to a service that can change things. Make a host on which the files lie a target of its own, and look there.',
        name,
      );
    case 'code':
      return t(
        '{0} runs a program, which can do anything. Use grep, sed -n or cut for lines, and sort, uniq -c or wc to count them.',
        name,
      );
    case 'host':
      return t(
        '{0} would run a program on another host. Make that host a target, and type the command alone.',
        name,
      );
    case 'place':
      return t("{0} is not among the commands of Sonde. Use find FOLDER -name 'NAME'.", name);
    case 'search':
      return t(
        '{0} is not among the commands of Sonde. Use grep -rn, and gzip -dc -- FILE | grep for what is compressed.',
        name,
      );
    case 'shell':
      return t(
        '{0} belongs to a script of the shell, and a probe is one command or pipeline. Type the commands one by one.',
        name,
      );
    case 'variables':
      return t(
        '{0} could show passwords and tokens, or start another program. Type the command alone.',
        name,
      );
    case 'package':
      return t(
        '{0} runs code of its own and can change the host. Use find or ls where the packages are.',
        name,
      );
    default:
      return undefined;
  }
}
