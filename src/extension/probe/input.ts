import * as vscode from 'vscode';
import { refusalMessage, signatureText } from '../../messages/index.ts';
import { judge, signatureAt } from '../../probe/index.ts';

/**
 * What the input of one probe line says below itself while it is typed: why the line is refused, else what the
 * command takes. It never hinders: a refused line is shown with its way out when it is run.
 */
export function lineHint(line: string): vscode.InputBoxValidationMessage | undefined {
  if (line.trim() === '') return undefined;
  const signature = signatureAt(line, line.length);
  const { Info, Warning } = vscode.InputBoxValidationSeverity;
  const verdict = judge(line);
  // A line that only ends too early is being typed.
  const unfinished =
    !verdict.approved && /^(?:missing-operand|empty-stage|unterminated-quote)$/.test(verdict.refusal.rule);
  if (!verdict.approved && !(unfinished && signature !== undefined))
    return { message: refusalMessage(verdict.refusal), severity: Warning };
  if (signature === undefined) return undefined;
  const { label, help } = signatureText(signature);
  return { message: `${label}  —  ${help}`, severity: Info };
}
