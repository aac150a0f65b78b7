/** Commands that only start another one: what stands behind them is what was meant. */
const WRAPPERS: readonly RegExp[] = [
  /^(?:sudo|doas)\s+(?:(?:-u|-g)\s*\S+\s+|--?[A-Za-z-]+\s+)*/,
  /^(?:time|exec|command|builtin|nohup|eval|unbuffer|setsid)\s+(?:-[pvV]\s+)?/,
  /^env\s+(?:-i\s+)?(?:[A-Za-z_]\w*=\S*\s+)*/,
  /^(?:[A-Za-z_]\w*=(?:'[^']*'|"[^"$`]*"|[^\s'"$`]*)\s+)+/,
  /^timeout\s+(?:-[ks]\s*\S+\s+|-\S+\s+)*[0-9.]+[smhd]?\s+/,
  /^nice\s+(?:-n\s*-?[0-9]+\s+|-[0-9]+\s+)?/,
  /^ionice\s+(?:-\S+\s+(?=-|[a-z]))*(?:-c\s*[0-9]\s+)?(?:-n\s*[0-9]\s+)?/,
  /^stdbuf\s+(?:-\S+\s+)*/,
  /^(?:busybox|toybox)\s+/,
  /^watch\s+(?:-[nq]\s*[0-9.]+\s+|-[A-Za-z]+\s+|--[\w-]+(?:=\S+)?\s+)*/,
  /^ssh\s+(?:-[a-zA-Z]*[piFlJo]\s*\S+\s+|-[A-Za-z]+\s+)*[\w@.:-]+\s+/,
  /^(?:ba|da|z|k)?sh\s+-l?c\s+/,
];

/** A prompt that was copied with the line behind it. */
const PROMPT = /^(?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-]+[:\s]?[^\s$#%]*)?[$#%>]\s+(?=\S)/;

/** The line without what only starts it: a wrapper, a prompt, variables in front. */
export function unwrapped(line: string): readonly string[] {
  const prompt = PROMPT.exec(line)?.[0];
  if (prompt !== undefined) return [line.slice(prompt.length)];
  for (const wrapper of WRAPPERS) {
    const found = wrapper.exec(line)?.[0];
    if (found === undefined || found === '') continue;
    const rest = line.slice(found.length).trim();
    return rest === '' || rest.startsWith('|')
      ? []
      : [unquoted(rest), ...(unquoted(rest) === rest ? [] : [rest])];
  }
  return [];
}

/** A whole command in quotes, without them; what follows the quotes stays. */
function unquoted(text: string): string {
  const single = /^'([^']*)'(\s*\|.*|)$/s.exec(text);
  if (single !== null) return (single[1] ?? '') + (single[2] ?? '');
  const double = /^"((?:[^"\\]|\\.)*)"(\s*\|.*|)$/s.exec(text);
  if (double === null) return text;
  return (double[1] ?? '').replaceAll(/\\([$`"\\])/g, '$1') + (double[2] ?? '');
}
