import * as vscode from 'vscode';
import { signatureText } from '../../messages/index.ts';
import { signatureAt } from '../../probe/index.ts';

/** Shows the operands of the command at the cursor, and the one that is typed. */
export class ProbeSignature implements vscode.SignatureHelpProvider {
  provideSignatureHelp(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): vscode.SignatureHelp | undefined {
    const found = signatureAt(document.lineAt(position.line).text, position.character);
    if (found === undefined) return undefined;
    const { label, help, parameters, active } = signatureText(found);
    const signature = new vscode.SignatureInformation(label, help);
    signature.parameters = parameters.map(
      ({ place: [start, end], help: about }) => new vscode.ParameterInformation([start, end], about),
    );
    const shown = new vscode.SignatureHelp();
    shown.signatures = [signature];
    shown.activeSignature = 0;
    // An index behind the last one marks none.
    shown.activeParameter = active ?? parameters.length;
    return shown;
  }
}
