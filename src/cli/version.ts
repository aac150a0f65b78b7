import packageJson from '../../package.json' with { type: 'json' };

/** The version in package.json. */
export const version: string = packageJson.version;
