import type { Hazard } from '../model.ts';
import type { Project } from '../project/project.ts';

/** UTF-16 units of a line that are kept. */
const LIMIT = 200;

/** The findings with the code of their lines: blanks at the ends are left out, and those inside are one. */
export function withCode(hazards: readonly Hazard[], project: Project): readonly Hazard[] {
  const lines = new Map<string, readonly string[]>();
  return hazards.map((hazard) => {
    const { file, line } = hazard;
    const all = lines.get(file) ?? project.modules.get(file)?.text.split(/\r\n|\r|\n/) ?? [];
    lines.set(file, all);
    const code = (all[line - 1] ?? '').trim().replace(/\s+/g, ' ').slice(0, LIMIT);
    return code === '' ? hazard : { ...hazard, code };
  });
}
