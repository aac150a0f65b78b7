/** Looks of diagrams and tables; only colours of the editor's theme. */
export const lifecycleStyles = `
.picture svg { display: block; max-width: none; }
.picture .source { white-space: pre-wrap; }
.picture .clickable { cursor: pointer; }
.picture .hit { fill: none; stroke: transparent; stroke-width: 14px; pointer-events: stroke; }
.picture .hit:hover, .picture .hit:focus { stroke: var(--vscode-focusBorder); stroke-opacity: .35; outline: none; }
.picture g.node.clickable:hover rect.label-container,
.picture g.node.clickable:focus rect.label-container { stroke: var(--vscode-textLink-foreground) !important; }
.picture g.node:focus { outline: none; }
.picture .edge-possible { stroke-dasharray: 6 4 !important; }
.picture .edgeLabel rect.background { fill: var(--vscode-editor-background) !important; opacity: .85 !important; }
.picture .faded { opacity: .15; }
.tables h2 { font-size: 1.1em; margin: 1.2em 0 .4em; }
.tables h3 { font-size: 1em; margin: .8em 0 .3em; font-weight: 600; }
.tables .count { opacity: .7; font-weight: normal; }
.tables table { border-collapse: collapse; margin: .3em 0; }
.tables th, .tables td { text-align: start; padding: 2px 4px; border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor)); vertical-align: top; }
.tables .hazard td:nth-child(3) { overflow-wrap: anywhere; }
.tables th { font-weight: 600; }
.tables td.kept { opacity: .65; }
.tables td.other { font-weight: 600; color: var(--vscode-editorWarning-foreground); }
.tables tr.faded { opacity: .35; }
.tables .sites { display: flex; flex-wrap: wrap; gap: 0 .8em; }
.tables .hazards { padding-inline-start: 1.4em; }
.tables .hazard summary { cursor: pointer; padding: 2px 0; }
.hazard .rule { font-weight: 600; margin-inline-end: .5em; }
.hazard .severity { border: 1px solid currentColor; border-radius: 3px; padding: 0 .4em; font-size: .85em; }
.hazard.high .severity { color: var(--vscode-editorError-foreground); }
.hazard.warning .severity { color: var(--vscode-editorWarning-foreground); }
.hazard.info .severity { color: var(--vscode-editorInfo-foreground); }
.hazard .confidence { opacity: .7; margin-inline-start: .6em; font-size: .9em; }
button.link { background: none; border: none; padding: 0; font: inherit; color: var(--vscode-textLink-foreground); cursor: pointer; text-align: start; }
button.link:hover { text-decoration: underline; color: var(--vscode-textLink-activeForeground); }
button.link:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
`;
