const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cfg: 'ini',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  cu: 'cpp',
  go: 'go',
  h: 'c',
  hpp: 'cpp',
  html: 'html',
  ini: 'ini',
  java: 'java',
  js: 'javascript',
  json: 'json',
  kt: 'kotlin',
  lua: 'lua',
  md: 'markdown',
  mjs: 'javascript',
  php: 'php',
  pl: 'perl',
  proto: 'protobuf',
  py: 'python',
  pyi: 'python',
  pyx: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'sh',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'tsx',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** The word that a forge highlights a file by; `text` where the name tells nothing. */
export function languageOf(file: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(LANGUAGES, extension) ? (LANGUAGES[extension] ?? 'text') : 'text';
}
