import SSHConfig from 'ssh-config';
import { err, ok, type Result } from '../../../../base/index.ts';
import type { TransportError } from '../../../errors.ts';
import { configFiles, readConfig } from './read.ts';
import type { RawSettings } from './settings.ts';
import type { ConfigQuery } from './system-ssh.ts';

/**
 * The configuration where no `ssh` is installed. No program is run for it: `Match exec` never matches, and
 * names are not canonicalized, which would look them up with `nslookup`.
 */
export function computeSettings(query: ConfigQuery, homeFolder: string): Result<RawSettings, TransportError> {
  const settings = new Map<string, readonly string[]>();
  if (query.user !== undefined) settings.set('user', [query.user]);
  if (query.port !== undefined) settings.set('port', [String(query.port)]);
  for (const file of configFiles(homeFolder, query.configFile)) {
    const text = readConfig(file, homeFolder)
      .filter((line) => !/^\s*canonicalize/i.test(line.text))
      .map((line) => line.text)
      .join('\n');
    try {
      const found = SSHConfig.parse(text).compute(
        query.user === undefined ? { Host: query.alias } : { Host: query.alias, User: query.user },
        { ignoreCase: true, matchExec: false },
      );
      for (const [keyword, value] of Object.entries(found)) addSetting(settings, keyword, value);
    } catch (error) {
      return err({
        code: 'ssh-config',
        file,
        detail: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return ok(settings);
}

/** The first value of a keyword counts, but identity and certificate files add up. */
function addSetting(
  settings: Map<string, readonly string[]>,
  keyword: string,
  value: string | readonly string[],
): void {
  const values = typeof value === 'string' ? [value] : value;
  const joined = /^(?:identityfile|certificatefile)$/.test(keyword) ? values : [values.join(' ')];
  const before = settings.get(keyword);
  if (before === undefined) settings.set(keyword, joined);
  else if (joined !== values) return;
  else settings.set(keyword, [...before, ...joined]);
}
