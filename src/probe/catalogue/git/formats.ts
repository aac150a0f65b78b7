const BUILT_IN = /^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw)$/;

/**
 * True if a `--format` or `--pretty` of log and show runs nothing: a built-in name, text with `%`, or
 * whatever stands behind `format:`, nothing included. A bare
 * other name may be an alias of the repository; `%G` asks gpg, in every spelling with `+`, `-` or a space
 * behind the percent; `%(trailers)` and its kind are left out; long widths only make padding.
 */
export function isSafeLogFormat(format: string): boolean {
  if (BUILT_IN.test(format)) return true;
  if (format !== '' && !/%|^t?format:/.test(format)) return false;
  if (format.length > 500) return false;
  return !/%[-+ ]*[G(]/.test(format) && !/[0-9]{5,}/.test(format);
}

const REF_FIELDS =
  'refname|objectname|objecttype|objectsize|upstream|push|HEAD|tag|tree|parent|subject|contents:subject|creatordate|authordate|committerdate|taggerdate|authorname|authoremail|committername|committeremail|taggername|worktreepath|symref';
const REF_MODIFIERS =
  'short|relative|iso|iso8601|iso-strict|unix|local|lstrip=-?[0-9]{1,2}|rstrip=-?[0-9]{1,2}|strip=-?[0-9]{1,2}|track|trackshort|remotename|remoteref|trim|short=[0-9]{1,2}';
const REF_FORMAT = new RegExp(
  `^(?:[^%]|%%|%[0-9a-fA-F]{2}|%\\(\\*?(?:${REF_FIELDS})(?::(?:${REF_MODIFIERS}))*\\))*$`,
);

/** The same for branch, tag and for-each-ref: only fields that are in the list (signatures are not). */
export function isSafeRefFormat(format: string): boolean {
  return format.length <= 500 && REF_FORMAT.test(format);
}
