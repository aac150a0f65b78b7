/** Installs the workbench when it is not there; returns its folder, the Node that runs it, and its entry. */
export function ensureWorkbench(): { readonly folder: string; readonly node: string; readonly entry: string };
/** Folder for what is downloaded once. */
export function cacheFolder(): string;
