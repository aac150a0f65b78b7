import * as vscode from 'vscode';
import type { HazardRule } from '../../lifecycle/index.ts';
import { isHazardRule } from '../../investigation/index.ts';
import { ruleExplanation } from '../../messages/index.ts';
import { HAZARD_SCHEME } from '../manifest.ts';

/** The address of the explanation of a rule: a text of our own, there without a connection. */
export function explanationUri(rule: HazardRule): vscode.Uri {
  return vscode.Uri.from({ scheme: HAZARD_SCHEME, path: `/${rule}.md` });
}

/** Shows what a rule finds, why it matters and what to look at, as a read-only document. */
export function registerExplanations(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(HAZARD_SCHEME, {
    provideTextDocumentContent: ({ path }) => {
      const rule = /^\/(H\d+)\.md$/.exec(path)?.[1] ?? '';
      return isHazardRule(rule) ? ruleExplanation(rule) : '';
    },
  });
}
