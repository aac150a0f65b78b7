/** Looks of the panel's own parts. */
export const panelStyles = `
body { padding: 0 1rem 2rem; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
h1 { font-size: 1.25em; margin: .8em 0 .5em; overflow-wrap: anywhere; }
h1 .summary { font-size: .75em; font-weight: normal; opacity: .7; margin-inline-start: 1em; }
.tools { display: flex; flex-wrap: wrap; gap: 4px; margin-bottom: 6px; }
.tools .tool { border: 1px solid var(--vscode-button-border, transparent); background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); padding: 3px 8px; border-radius: 2px; font: inherit; cursor: pointer; }
.tools .tool:hover { background: var(--vscode-button-secondaryHoverBackground); }
.tools .tool:disabled { opacity: .5; cursor: default; }
.tools select { background: var(--vscode-dropdown-background); color: var(--vscode-dropdown-foreground); border: 1px solid var(--vscode-dropdown-border); font: inherit; }
.tools :focus-visible, .frame:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
.frame { position: relative; height: 55vh; overflow: hidden; border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); touch-action: none; }
.holder { position: absolute; transform-origin: 0 0; width: max-content; }
.tables { overflow-x: auto; }
`;
