import os from 'node:os';
import path from 'node:path';

/** A file in Sonde's own folder, which the command line shares: `$XDG_CONFIG_HOME/sonde`, else `~/.config/sonde`. */
export function configFile(name: string): string {
  const base = process.env['XDG_CONFIG_HOME'];
  return path.join(
    base === undefined || base === '' ? path.join(os.homedir(), '.config') : base,
    'sonde',
    name,
  );
}
