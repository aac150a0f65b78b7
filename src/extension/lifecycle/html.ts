/** What the page of the lifecycle panel needs; all of it is our own. */
export interface PanelPage {
  /** Drawn anew for every page, at random. */
  readonly nonce: string;
  /** The web view's own source for styles and fonts. */
  readonly cspSource: string;
  /** Address of dist/panel.js. */
  readonly script: string;
  readonly title: string;
}

/** The page: one script under a strict policy, no content of others. */
export function panelHtml(page: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource} 'unsafe-inline'`,
    'img-src data:',
    `font-src ${page.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<title>${escapeHtml(page.title)}</title>
</head>
<body>
<script nonce="${escapeHtml(page.nonce)}" src="${escapeHtml(page.script)}"></script>
</body>
</html>
`;
}

/** A nonce of 128 bits from the platform's cryptographic source, in hexadecimal. */
export function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
