export { createConnector, type ConnectOptions, type Connector, type ConnectorOptions } from './connector.ts';
export type { Environment } from './shell.ts';
export type { DemoHistory } from './demo/copy.ts';
export type { DemoHost, DemoHostOptions } from './demo/host.ts';
export { startDemoHost } from './demo/start.ts';
export type { Serving } from './demo/serve.ts';
export type { DemoError } from '../errors.ts';
