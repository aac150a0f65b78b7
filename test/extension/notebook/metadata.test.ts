import { describe, expect, it } from 'vitest';
import {
  readCellMetadata,
  readFileMetadata,
  writeCellMetadata,
  writeFileMetadata,
} from '../../../src/extension/notebook/metadata.ts';

const original = {
  role: 'probe',
  gap: '\n',
  open: '```probe id=p1\n',
  body: 'ls\n',
  close: '```\n',
  attached: '',
} as const;

describe('metadata of cells', () => {
  it('survives the trip through plain data', () => {
    const written: unknown = JSON.parse(JSON.stringify(writeCellMetadata({ role: 'probe', original })));
    expect(readCellMetadata(written as Record<string, unknown>)).toEqual({ role: 'probe', original });
  });

  it('is not there where the editor stripped it, or where others wrote it', () => {
    expect(readCellMetadata(undefined)).toBeUndefined();
    expect(readCellMetadata({})).toBeUndefined();
    expect(readCellMetadata({ sonde: 'probe' })).toBeUndefined();
    expect(readCellMetadata({ sonde: { role: 'shell', original } })).toBeUndefined();
    expect(
      readCellMetadata({ sonde: { role: 'probe', original: { ...original, body: 7 } } }),
    ).toBeUndefined();
    expect(readCellMetadata({ other: { role: 'probe', original } })).toBeUndefined();
  });
});

describe('metadata of documents', () => {
  it('holds what belongs to the file', () => {
    const file = { bom: true, lineEnd: '\r\n', tail: '\r\n' } as const;
    expect(readFileMetadata(writeFileMetadata(file))).toEqual(file);
  });

  it('is that of a new file where there is none', () => {
    expect(readFileMetadata(undefined)).toEqual({ bom: false, lineEnd: '\n', tail: '' });
    expect(readFileMetadata({ sonde: { bom: 'yes', lineEnd: '\r', tail: 3 } })).toEqual({
      bom: false,
      lineEnd: '\n',
      tail: '',
    });
  });
});
