import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCorpus, readCorpusPins } from '../support/corpus.ts';
import { sites, story, truth } from './sglang-truth.ts';
import { stickySetters } from './sglang-sticky-truth.ts';

const DISAGGREGATION = 'sglang/srt/disaggregation';

describe('real code', () => {
  let root: string;
  let sticky: string;
  beforeAll(async () => {
    [root = '', sticky = ''] = await Promise.all([openCorpus('sglang'), openCorpus('sglang-sticky')]);
  }, 300_000);

  const linesOf = (folder: string, file: string): readonly string[] =>
    readFileSync(join(folder, file), 'utf8').split('\n');
  const hits = (file: string, pattern: RegExp): readonly number[] =>
    linesOf(root, file).flatMap((text, index) => (pattern.test(text) ? [index + 1] : []));

  it('is pinned by digest, and the same folder is given out again', async () => {
    for (const pin of (await readCorpusPins()).values()) expect(pin.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await openCorpus('sglang')).toBe(root);
    await expect(openCorpus('nothing')).rejects.toThrow(/no corpus nothing/);
  });

  it('has the lines of the story that were looked up by hand', () => {
    const nixl = `${DISAGGREGATION}/nixl/conn.py`;
    expect(hits(nixl, /self\.request_status/)).toEqual(story.hits.request_status);
    expect(hits(nixl, /self\.transfer_infos/)).toEqual(story.hits.transfer_infos);
    expect(hits(nixl, /self\.req_to_decode_prefix_len/)).toEqual(story.hits.req_to_decode_prefix_len);
    expect(hits(nixl, /update_status/)).toEqual(story.hits.update_status);
    expect(hits(nixl, /check_status/)).toEqual(story.hits.check_status);
    expect(hits(nixl, /def update_status/)).toEqual([]);
    expect(linesOf(root, nixl).length - 1).toBe(story.lines);
  });

  it('has a definition at the first line of each region', () => {
    for (const region of story.regions) {
      const [first] = linesOf(root, region.file).slice(region.lines[0] - 1);
      expect(first).toContain(`def ${region.symbol.split('.').at(-1)}(`);
      const [next] = linesOf(root, region.file).slice(region.lines[1]);
      expect(`${next}`.trim() === '' || !/^\s{12}/.test(`${next}`)).toBe(true);
    }
  });

  it('has every call of the setter in the two files of the machine, and no other', () => {
    const found = [`${DISAGGREGATION}/common/conn.py`, `${DISAGGREGATION}/nixl/conn.py`].flatMap((file) =>
      hits(file, /\.update_status\(/)
        .filter((line) => !/^\s*#/.test(linesOf(root, file)[line - 1] ?? ''))
        .map((line) => `${file}:${line}`),
    );
    expect(truth.writes.map(({ at }) => `${at.file}:${at.line}`).sort()).toEqual([...found].sort());
  });

  it('names in each written state the one that stands at its line', () => {
    for (const write of truth.writes) {
      const text = linesOf(root, write.at.file)
        .slice(write.at.line - 1, write.at.line + 2)
        .join(' ');
      expect(text).toContain(`.${write.to[0]}`);
    }
  });

  it('has a thread, a removal, a reader or a guard where the truth says', () => {
    const at = (file: string, line: number): string => linesOf(root, file)[line - 1] ?? '';
    for (const removal of truth.removals)
      expect(at(removal.at.file, removal.at.line)).toMatch(/request_status\.pop/);
    for (const reader of truth.readers)
      expect(at(reader.at.file, reader.at.line)).toContain('def check_status(');
    for (const setter of truth.setters)
      expect(at(setter.at.file, setter.at.line)).toContain('def update_status(');
    for (const state of truth.states)
      expect(at(state.at.file, state.at.line).trim()).toBe(`${state.name} = ${state.value}`);
    for (const role of truth.roles) {
      expect(at(role.defined.file, role.defined.line)).toContain(`def ${role.name}(`);
      if (role.spawned !== null)
        expect(at(role.spawned.file, role.spawned.line)).toContain('threading.Thread(');
    }
    expect(at(sites.workerAssert.file, sites.workerAssert.line)).toContain('assert');
    expect(at(sites.bootAssert.file, sites.bootAssert.line)).toContain('assert');
    expect(at(sites.workerHandler.file, sites.workerHandler.line)).toContain('except');
    expect(at(sites.latch.file, sites.latch.line)).toContain('conclude_state');
  });

  it('has the setters of the later release', () => {
    for (const setter of stickySetters)
      expect(linesOf(sticky, setter.at.file)[setter.at.line - 1]).toContain('def update_status(');
  });

  it('has the tables of the truth when its setters are run', () => {
    const script = fileURLToPath(new URL('tabulate.py', import.meta.url));
    const run = (folder: string): unknown =>
      JSON.parse(execFileSync('python3', ['-B', script, folder], { encoding: 'utf8' }));
    const [commonReader, nixlReader] = truth.readers;
    const [own] = truth.setters;
    expect(run(root)).toEqual({
      CommonKVManager: { table: own?.table, absent: commonReader?.absent },
      NixlKVManager: { table: own?.table, absent: nixlReader?.absent },
    });
    const [base, override] = stickySetters;
    expect(run(sticky)).toMatchObject({
      CommonKVManager: { table: base?.table },
      NixlKVManager: { table: override?.table },
    });
  });

  it('leaves no line of its code in this repository', () => {
    const here = fileURLToPath(new URL('.', import.meta.url));
    const files = [`${DISAGGREGATION}/nixl/conn.py`, `${DISAGGREGATION}/common/conn.py`];
    const code = files.flatMap((file) => linesOf(root, file).map((line) => line.trim()));
    const ours = readdirSync(here)
      .map((name) => readFileSync(join(here, name), 'utf8'))
      .join('\n');
    expect(code.filter((line) => line.length > 40 && ours.includes(line))).toEqual([]);
  });

  it('is real in size', () => {
    const files = readdirSync(join(root, 'sglang'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.py')).length).toBeGreaterThan(1000);
  });
});
