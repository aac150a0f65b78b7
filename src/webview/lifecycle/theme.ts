/** Colours of the editor, as Mermaid wants them: values, not variables. */
export function themeVariables(body: HTMLElement): Readonly<Record<string, string | boolean>> {
  const style = getComputedStyle(body);
  const color = (fallback: string, ...names: readonly string[]): string => {
    for (const name of names) {
      const value = style.getPropertyValue(`--vscode-${name}`).trim();
      if (/^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i.test(value)) return value;
    }
    return fallback;
  };
  const dark = body.classList.contains('vscode-dark') || isHighContrastDark(body);
  const background = color(dark ? '#1e1e1e' : '#ffffff', 'editor-background');
  const foreground = color(dark ? '#cccccc' : '#333333', 'editor-foreground', 'foreground');
  const border = color(foreground, 'contrastBorder', 'focusBorder', 'panel-border');
  const node = color(background, 'editorWidget-background', 'sideBar-background', 'editor-background');
  return {
    darkMode: dark,
    background,
    primaryColor: node,
    primaryTextColor: foreground,
    primaryBorderColor: border,
    secondaryColor: node,
    tertiaryColor: background,
    mainBkg: node,
    lineColor: foreground,
    textColor: foreground,
    stateBkg: node,
    stateLabelColor: foreground,
    transitionColor: foreground,
    transitionLabelColor: foreground,
    labelBackgroundColor: background,
    edgeLabelBackground: background,
    fontFamily: style.getPropertyValue('--vscode-font-family').trim() || 'sans-serif',
    fontSize: '13px',
  };
}

function isHighContrastDark(body: HTMLElement): boolean {
  return (
    body.classList.contains('vscode-high-contrast') && !body.classList.contains('vscode-high-contrast-light')
  );
}

/** Calls `changed` when the editor's theme does; the returned function ends it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  return () => observer.disconnect();
}
