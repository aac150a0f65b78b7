export { TRANSPORTS, type TransportChoice } from './choice.ts';
export type { ApprovedCommand } from './command.ts';
export type {
  Channel,
  ChannelEnd,
  ConnectPrompts,
  DirectoryEntry,
  ExecForm,
  ExecOptions,
  FileSlice,
  FileStat,
  HostKeyQuestion,
  PrepareOptions,
  ReadOptions,
  RemoteFiles,
  SecretQuestion,
  SliceOptions,
  Transport,
} from './contract.ts';
export type { DemoError, FileError, FileKind, TransportError } from './errors.ts';
export { hasChanged } from './changed.ts';
export { isEntryName } from './entry-name.ts';
export type { Sent } from './sent.ts';
export type { Container, ContainerEngine, LocalTarget, SshTarget, Target, TargetError } from './target.ts';
export { formatTarget, isContainerName, isHost, isPlainName, parseTarget } from './parse-target.ts';
