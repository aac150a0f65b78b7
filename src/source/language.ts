import { nameOf } from './paths.ts';

/** Names of languages as editors and Markdown fences know them, by the end of a file's name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  pyi: 'python',
  pyx: 'cython',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cu: 'cuda',
  cuh: 'cuda',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'kotlin',
  scala: 'scala',
  rb: 'ruby',
  php: 'php',
  pl: 'perl',
  lua: 'lua',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascriptreact',
  ts: 'typescript',
  tsx: 'typescriptreact',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  sql: 'sql',
  html: 'html',
  css: 'css',
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
  xml: 'xml',
  md: 'markdown',
  rst: 'restructuredtext',
  proto: 'proto3',
  diff: 'diff',
  patch: 'diff',
};

const NAMES: Readonly<Record<string, string>> = {
  Dockerfile: 'dockerfile',
  Makefile: 'makefile',
  GNUmakefile: 'makefile',
};

/** The language of a file by its name; `text` where the name says nothing. */
export function languageOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const extension = dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
  return own(NAMES, name) ?? own(LANGUAGES, extension) ?? 'text';
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
