import * as vscode from 'vscode';
import { PROBE_LANGUAGE } from '../manifest.ts';
import { ProbeCompletion } from './completion.ts';
import { ProbeHover } from './hover.ts';
import { TargetPaths, type TargetPathsOptions } from './paths.ts';
import { ProbeSignature } from './signature.ts';

/** Completion, hover and signatures in probe cells. */
export function registerProbeHelp(options: TargetPathsOptions): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: PROBE_LANGUAGE };
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(
      selector,
      new ProbeCompletion(new TargetPaths(options)),
      '-',
      '/',
      '=',
    ),
    languages.registerHoverProvider(selector, new ProbeHover()),
    languages.registerSignatureHelpProvider(selector, new ProbeSignature(), {
      triggerCharacters: [' '],
      retriggerCharacters: [' ', '-', '|'],
    }),
  );
}
