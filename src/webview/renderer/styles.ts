/** Looks of outputs; only colours of the editor's theme. */
export const rendererStyles = `
.probe .run, .pins .pin-card { margin: .2em 0 .8em; }
.head { display: flex; flex-wrap: wrap; gap: .2em 1em; align-items: baseline; }
.head > * { min-width: 0; overflow-wrap: anywhere; }
.dim { opacity: .7; margin-inline-start: .8em; font-weight: normal; }
.head .dim { margin-inline-start: 0; }
.bad { color: var(--vscode-errorForeground); }
code, pre { font-family: var(--vscode-editor-font-family, monospace); font-size: var(--vscode-editor-font-size, 12px); }
.probe pre.text { max-height: 30em; overflow: auto; margin: .3em 0; }
.probe pre.line { margin: .2em 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.probe p { margin: .2em 0; }
.probe mark.refused { background: var(--vscode-inputValidation-errorBackground); color: inherit; border-bottom: 2px wavy var(--vscode-editorError-foreground); text-decoration: underline wavy var(--vscode-editorError-foreground); }
.secret { margin: .3em 0; padding: .2em .6em; border-inline-start: 3px solid var(--vscode-editorWarning-foreground); background: var(--vscode-inputValidation-warningBackground); color: var(--vscode-inputValidation-warningForeground, inherit); }
.group summary { cursor: pointer; padding: 2px 0; }
.group table { border-collapse: collapse; width: 100%; }
.group td { padding: 0 .5em; border: none; text-align: start; vertical-align: baseline; }
.group td.number { text-align: end; width: 1%; white-space: nowrap; }
.group td.code { white-space: pre-wrap; overflow-wrap: anywhere; }
.group td.tools { width: 1%; }
.group tr:hover { background: var(--vscode-list-hoverBackground); }
button.pin { border: 1px solid var(--vscode-button-border, transparent); background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); font: inherit; font-size: .85em; padding: 0 .6em; border-radius: 2px; cursor: pointer; opacity: .75; }
button.pin:hover, button.pin:focus-visible { opacity: 1; }
button.pin:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
.excerpt { display: flex; overflow: auto; max-height: 30em; background: var(--vscode-textCodeBlock-background); margin: .3em 0; }
.excerpt pre { margin: 0; padding: .4em .6em; }
.excerpt .numbers { opacity: .6; text-align: end; user-select: none; position: sticky; left: 0; }
.note { white-space: pre-wrap; margin: .2em 0; }
.verdict { font-size: .85em; }
.verdict.good { color: var(--vscode-charts-green); }
.verdict.changed { color: var(--vscode-editorWarning-foreground); }
.verdict.bad { color: var(--vscode-errorForeground); }
.lifecycle .scroll { overflow: auto; max-height: 45em; }
.lifecycle .title { font-weight: 600; margin: .2em 0 .4em; overflow-wrap: anywhere; }
`;
