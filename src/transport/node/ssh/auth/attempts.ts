import type { Logger } from '../../../../base/index.ts';
import type { ConnectPrompts } from '../../../contract.ts';
import type { HostSettings } from '../config/settings.ts';
import { existsSync } from 'node:fs';
import { agentIdentities } from './agent.ts';
import { agentKeyTypes } from './agent-types.ts';
import type { Identity } from './identity.ts';
import { loadKeyFile, type KeyProblem } from './key-files.ts';

/** The identities to try, and why others cannot be. */
export interface Identities {
  readonly usable: readonly Identity[];
  readonly problems: readonly KeyProblem[];
  /** Kinds of keys that ssh2 cannot use: `security-key`, `user-certificate`. */
  readonly unsupported: readonly string[];
}

/**
 * Gathers the identities in the order of trying: the agent's (with IdentitiesOnly only those that the
 * configuration names), then key files that the agent does not hold. Default files that are missing are no
 * problem. `report` learns of passphrases that were not given, later.
 */
export async function gatherIdentities(
  settings: HostSettings,
  prompts: ConnectPrompts,
  logger: Logger,
  report: (problem: KeyProblem) => unknown,
): Promise<Identities> {
  if (!settings.publicKeyAllowed) return { usable: [], problems: [], unsupported: [] };
  const fromFiles: Identity[] = [];
  const named: Buffer[] = [];
  const problems: KeyProblem[] = [];
  const unsupported = new Set<string>(certificates(settings));
  for (const file of settings.identityFiles) {
    const loaded = await loadKeyFile(file, prompts, report);
    switch (loaded.kind) {
      case 'identity':
        fromFiles.push(loaded.identity);
        named.push(loaded.identity.publicKey.getPublicSSH());
        break;
      case 'public':
        named.push(loaded.publicKey);
        break;
      case 'security-key':
        unsupported.add('security-key');
        break;
      case 'problem':
        if (settings.identitiesNamed || loaded.problem.reason !== 'missing') problems.push(loaded.problem);
        break;
    }
  }
  // Asked first: ssh2 would wait for its answer without end.
  const types = settings.agent === undefined ? [] : await agentKeyTypes(settings.agent);
  if (types === undefined) logger.warn(`agent: ${settings.agent ?? ''}: no answer`);
  const agent = types === undefined ? undefined : settings.agent;
  const held = agent === undefined ? [] : await agentIdentities(agent, logger);
  if (!settings.identitiesOnly)
    for (const type of types ?? []) {
      if (type.includes('-cert-v')) unsupported.add('user-certificate');
      else if (type.startsWith('sk-')) unsupported.add('security-key');
    }
  const isNamed = (identity: Identity): boolean =>
    named.some((key) => key.equals(identity.publicKey.getPublicSSH()));
  const fromAgent = [
    ...held.filter(isNamed),
    ...(settings.identitiesOnly ? [] : held.filter((identity) => !isNamed(identity))),
  ];
  const isHeld = (identity: Identity): boolean =>
    fromAgent.some((other) => other.publicKey.getPublicSSH().equals(identity.publicKey.getPublicSSH()));
  return {
    usable: [...fromAgent, ...fromFiles.filter((identity) => !isHeld(identity))],
    problems,
    unsupported: [...unsupported],
  };
}

function certificates(settings: HostSettings): readonly string[] {
  const beside = settings.identityFiles.map((file) => `${file}-cert.pub`);
  return [...settings.certificateFiles, ...beside].some((file) => existsSync(file))
    ? ['user-certificate']
    : [];
}
