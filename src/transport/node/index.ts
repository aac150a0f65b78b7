export { createConnector, type ConnectOptions, type Connector, type ConnectorOptions } from './connector.ts';
export type { Environment } from './shell.ts';
export type { DemoHistory } from './demo/copy.ts';
export { startDemoHost, type DemoHost, type DemoHostOptions } from './demo/host.ts';
export type { Serving } from './demo/serve.ts';
export type { DemoError } from '../errors.ts';
