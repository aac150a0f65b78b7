/** Looks of the panel's own parts. */
export const panelStyles = `
body { padding: 0 1rem 2rem; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
h1 { font-size: 1.25em; margin: .8em 0 .5em; overflow-wrap: anywhere; }
h1 .summary { font-size: .75em; font-weight: normal; opacity: .8; margin-inline-start: 1em; }
.tools { display: flex; flex-wrap: wrap; gap: 4px; margin-bottom: 6px; align-items: center; }
.tool { border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); padding: 2px 8px; border-radius: 2px; font: inherit; cursor: pointer; }
.tables .tool { font-size: .88em; padding: 0 6px; }
.tool:hover { background: var(--vscode-button-secondaryHoverBackground); }
.tool[aria-disabled=true] { opacity: .5; cursor: default; }
.formats { display: inline-flex; gap: 1px; align-items: center; margin-inline-start: 6px; }
.formats-title { opacity: .8; margin-inline-end: 4px; }
select, input.search { background: var(--vscode-input-background); color: var(--vscode-input-foreground); border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor))); font: inherit; padding: 1px 4px; }
select { background: var(--vscode-dropdown-background); color: var(--vscode-dropdown-foreground); border-color: var(--vscode-dropdown-border, currentColor); width: 13em; }
input.search { width: min(34em, 100%); box-sizing: border-box; }
input.search::placeholder { color: var(--vscode-input-placeholderForeground); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
.controls { display: flex; flex-direction: column; gap: 4px; }
.filters { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: flex-start; }
.filters fieldset { border: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 10px; align-items: center; max-height: 6.5em; overflow: auto; }
.filters legend { float: left; padding: 0; opacity: .8; margin-inline-end: 8px; }
.filters .more { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: center; }
.filters .box { display: inline-flex; align-items: center; gap: 3px; cursor: pointer; }
.filters input[type=checkbox] { accent-color: var(--vscode-focusBorder); margin: 2px; }
.swatch { display: inline-block; width: 22px; height: 0; border-top: 2px solid currentColor; }
.swatch.possible { border-top-style: dashed; }
.swatch.interleaving { border-top-style: dotted; border-top-width: 3px; }
.notice:not(:empty) { border: 1px solid var(--vscode-inputValidation-warningBorder, currentColor); background: var(--vscode-inputValidation-warningBackground, transparent); color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground)); padding: 4px 8px; margin: .6em 0; overflow-wrap: anywhere; }
.status { min-height: 1.3em; margin: 4px 0; opacity: .9; font-size: .95em; overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.frame { position: relative; height: 55vh; min-height: 16em; overflow: hidden; border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); touch-action: none; }
.holder { position: absolute; transform-origin: 0 0; width: max-content; }
.stepper { border: 1px solid var(--vscode-focusBorder); border-inline-start-width: 4px; padding: 4px 8px; margin: 4px 0; }
.stepper[hidden] { display: none; }
.stepper .tools { margin: 4px 0 0; }
.step-title { margin-bottom: 2px; overflow-wrap: anywhere; }
.step-text { min-height: 2.6em; overflow-wrap: anywhere; }
.step-count { font-weight: 600; margin-inline-end: .6em; }
.step-role { border: 1px solid currentColor; border-radius: 3px; padding: 0 .4em; font-size: .88em; }
.step-after { font-weight: 600; margin-inline-start: .8em; }
.keys { border: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, currentColor)); padding: 6px 10px; margin-bottom: 6px; }
.keys[hidden] { display: none; }
.keys dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 2px 10px; margin: 0 0 6px; }
.keys dt { text-align: end; } .keys dd { margin: 0; }
kbd { font-family: var(--vscode-editor-font-family, monospace); }
@media (max-width: 640px) {
  body { padding: 0 .5rem 2rem; }
  h1 .summary { display: block; margin: 2px 0 0; }
  .formats { margin-inline-start: 0; flex-wrap: wrap; }
  .keys dl { grid-template-columns: max-content minmax(0, 1fr); }
  .filters .choice { max-width: 100%; display: flex; flex-wrap: wrap; gap: 0 .4em; }
  .filters select { max-width: 100%; }
  .filters fieldset { max-height: none; }
}
`;
