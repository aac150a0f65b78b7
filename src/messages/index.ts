export { cliError, usageError, type CliError, type UsageError } from './cli.ts';
export { generalHelp, topicHelp } from './help.ts';
export { hazardTitle, lifecycleWords, unresolved, witnessStep } from './lifecycle.ts';
