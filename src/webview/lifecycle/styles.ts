/** Looks of diagrams and tables; only colours of the editor's theme. */
export const lifecycleStyles = `
.picture { position: relative; }
.picture svg { display: block; max-width: none; }
.picture .source { white-space: pre-wrap; }
.picture .clickable { cursor: pointer; }
.picture .hit { fill: none; stroke: transparent; stroke-width: 14px; pointer-events: stroke; }
.picture .hit:hover { stroke: var(--vscode-focusBorder); stroke-opacity: .35; }
.picture .hit:focus { stroke: var(--vscode-focusBorder); stroke-opacity: .6; stroke-width: 9px; outline: none; }
.picture g.node.part:hover rect { stroke: var(--vscode-textLink-foreground) !important; }
.picture g.node:focus { outline: none; }
.picture g.node:focus rect { stroke: var(--vscode-focusBorder) !important; stroke-width: 4px !important; }
.picture g.node.fold rect { stroke-dasharray: 2 2; stroke-width: 3px !important; }
.picture .edge-possible { stroke-dasharray: 6 4 !important; }
.picture .edge-interleaving { stroke-dasharray: 2 3 !important; }
.picture .edgeLabel rect.background { fill: var(--vscode-editor-background) !important; opacity: .85 !important; }
.picture path.change-added, .picture .change-added rect.label-container { stroke: var(--vscode-charts-green, var(--vscode-foreground)) !important; stroke-width: 3px !important; }
.picture path.change-removed, .picture .change-removed rect.label-container { stroke: var(--vscode-charts-red, var(--vscode-foreground)) !important; stroke-width: 1.5px !important; stroke-dasharray: 2 3 !important; }
.picture path.change-changed, .picture .change-changed rect.label-container { stroke: var(--vscode-charts-orange, var(--vscode-foreground)) !important; stroke-width: 3px !important; }
.picture .dim { opacity: .22; }
.picture .hit.dim { opacity: 1; }
.picture path.lit { stroke: var(--vscode-charts-blue, var(--vscode-focusBorder)) !important; stroke-width: 4px !important; }
.picture .hit.lit { stroke: transparent !important; stroke-width: 14px !important; }
.picture .hit.lit:focus { stroke: var(--vscode-focusBorder) !important; }
.picture g.node.lit rect { stroke: var(--vscode-charts-blue, var(--vscode-focusBorder)) !important; stroke-width: 5px !important; }
.picture g.node.trail rect { stroke-width: 2.5px !important; }
.picture .badge rect { fill: var(--vscode-badge-background); stroke: var(--vscode-contrastBorder, var(--vscode-badge-foreground)); }
.picture .badge text { fill: var(--vscode-badge-foreground); font-size: 12px; font-weight: 600; }
.tip { position: absolute; z-index: 10; max-width: min(36em, 95%); max-height: 20em; overflow: auto; padding: .4em .6em; background: var(--vscode-editorHoverWidget-background, var(--vscode-editor-background)); color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground)); border: 1px solid var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder, currentColor)); font-size: .92em; }
.tip[hidden] { display: none; }
.tip td { padding: 0 .8em 0 0; vertical-align: top; border: none; }
.tip .guard { font-family: var(--vscode-editor-font-family, monospace); overflow-wrap: anywhere; }
.tip .members { overflow-wrap: anywhere; }
.tables { container-type: inline-size; }
.tables .wide { overflow-x: auto; max-width: 100%; }
.tables .wide th[scope=row], .tables .wide thead th:first-child { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--vscode-editor-background); }
.tables td, .tables li, .tables summary { overflow-wrap: anywhere; }
.tables .wide td { overflow-wrap: normal; }
@container (max-width: 44em) {
  .tables table.list, .tables table.list tbody, .tables table.list tr { display: block; }
  .tables table.list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .tables table.list tr { border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor)); padding: 2px 4px; margin-bottom: 4px; }
  .tables table.list td { display: grid; grid-template-columns: minmax(5.5em, 24%) minmax(0, 1fr); gap: 0 8px; border: none; padding: 1px 2px; }
  .tables table.list td::before { content: attr(data-head) / ''; opacity: .8; overflow-wrap: anywhere; }
  .tables table.list td:empty { display: none; }
  .tables .hazards { padding-inline-start: .2em; list-style: none; }
}
.tables h2 { font-size: 1.1em; margin: 1.2em 0 .4em; }
.tables h3 { font-size: 1em; margin: .8em 0 .3em; font-weight: 600; }
.tables .count { opacity: .7; font-weight: normal; }
.tables table { border-collapse: collapse; margin: .3em 0; }
.tables th, .tables td { text-align: start; padding: 2px 4px; border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor)); vertical-align: top; }
.tables th { font-weight: 600; }
.tables td.kept { opacity: .65; }
.tables td.was, .vscode-high-contrast .tables td.kept { opacity: 1; }
.tables td.other { font-style: italic; }
.tables td.moves { opacity: 1; font-style: normal; font-weight: 700; border: 3px double var(--vscode-editorWarning-foreground, currentColor); background: var(--vscode-inputValidation-warningBackground, transparent); color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground)); }
.tables td.revives { border-style: solid; border-color: var(--vscode-editorError-foreground, currentColor); background: var(--vscode-inputValidation-errorBackground, transparent); color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground)); }
.tables td.unsure { border-style: dashed; }
.tables .terminal-mark { font-weight: normal; font-size: .85em; opacity: .8; }
.tables .before { font-weight: normal; font-size: .85em; }
.tables .legend { font-size: .9em; opacity: .85; margin: .2em 0; }
.hazard.accepted .title { text-decoration: line-through; }
.hazard .reason { margin-inline-start: 1.1em; padding: 2px 6px; border-inline-start: 3px solid var(--vscode-charts-green, currentColor); overflow-wrap: anywhere; }
.hazard-tools { display: flex; flex-wrap: wrap; gap: 4px; margin: .2em 0; }
.tables .changes ul { list-style: none; padding: 0; margin: .3em 0; }
.tables .changes li { padding: 2px 0; }
.tables .changes .sign { display: inline-block; width: 1.4em; font-weight: 700; text-align: center; }
.changes .change-added .sign { color: var(--vscode-charts-green, inherit); }
.changes .change-removed .sign { color: var(--vscode-charts-red, inherit); }
.changes .change-changed .sign { color: var(--vscode-charts-orange, inherit); }
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
