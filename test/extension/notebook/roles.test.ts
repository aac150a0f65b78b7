import { describe, expect, it } from 'vitest';
import { inferRole, languageOf } from '../../../src/extension/notebook/roles.ts';

describe('the role of a cell that was made in the editor', () => {
  it('follows its kind and language', () => {
    expect(inferRole(true, 'markdown', 'text', false)).toBe('prose');
    expect(inferRole(false, 'sonde-probe', 'ls', false)).toBe('probe');
    expect(inferRole(false, 'python', 'x', false)).toBe('raw');
  });

  it('follows the fields of a YAML cell', () => {
    expect(inferRole(false, 'yaml', 'kind: question\ntext: why?', false)).toBe('claim');
    expect(inferRole(false, 'yaml', 'states: Status\nfiles: [a.py]', false)).toBe('lifecycle');
    expect(inferRole(false, 'yaml', '- file: a.py\n  lines: 1-3', false)).toBe('pins');
    expect(inferRole(false, 'yaml', '# mine\n- file: a.py\n  symbol: f', false)).toBe('pins');
    expect(inferRole(false, 'yaml', 'sonde: 1\ntitle: x', true)).toBe('front-matter');
  });

  it('takes front matter only at the start', () => {
    expect(inferRole(false, 'yaml', 'sonde: 1', false)).not.toBe('front-matter');
  });
});

describe('the language of a cell', () => {
  it('lets only probes and YAML be run', () => {
    expect(languageOf('probe')).toBe('sonde-probe');
    expect(languageOf('lifecycle')).toBe('yaml');
    expect(languageOf('raw')).toBe('markdown');
  });
});
