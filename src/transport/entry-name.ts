/** Whether a name may stand in a folder: one with a slash would lead elsewhere. */
export function isEntryName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);
}
