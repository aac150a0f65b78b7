import { isHost } from '../../../parse-target.ts';
import { configFiles, readConfig, words } from './read.ts';

/** The plain names of `Host` lines, Include files too: no patterns, no negations, each once, in order. */
export function listConfigHosts(homeFolder: string, named: string | undefined): readonly string[] {
  const names = configFiles(homeFolder, named)
    .flatMap((file) => readConfig(file, homeFolder))
    .flatMap(({ text }) => words(/^\s*host(?:\s*=\s*|\s+)(.+)$/i.exec(text)?.[1] ?? ''))
    .filter((name) => isHost(name));
  return [...new Set(names)];
}
