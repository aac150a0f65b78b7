export { createConnector, type ConnectOptions, type Connector, type ConnectorOptions } from './connector.ts';
export type { Environment } from './shell.ts';
