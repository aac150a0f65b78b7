import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  COMMANDS,
  CONTEXT_KEYS,
  EXCERPT_SCHEME,
  FILE_SCHEME,
  LIFECYCLE_PANEL,
  NOTEBOOK_TYPE,
  PROBE_LANGUAGE,
  RENDERER_ID,
  SETTINGS,
  VIEWS,
  VIEW_ITEMS,
  WALKTHROUGH,
} from '../../src/extension/manifest.ts';
import { SANDBOXES } from '../../src/probe/index.ts';
import { TRANSPORTS } from '../../src/transport/index.ts';
import { LIFECYCLE_MIME, PINS_MIME, PROBE_MIME } from '../../src/protocol/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'package.json'), 'utf8');

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category?: string;
}
interface Placed {
  readonly command: string;
  readonly when?: string;
}
interface Setting {
  readonly default: unknown;
  readonly scope: string;
  readonly enum?: readonly string[];
}
interface Manifest {
  readonly main: string;
  readonly browser: string;
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly extensionKind: readonly string[];
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: unknown };
  };
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers: {
      readonly activitybar: readonly { readonly id: string; readonly icon: string }[];
    };
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly Placed[]>>;
    readonly keybindings: readonly (Placed & { readonly key: string })[];
    readonly notebooks: readonly { readonly type: string }[];
    readonly notebookRenderer: readonly { readonly id: string; readonly mimeTypes: readonly string[] }[];
    readonly languages: readonly { readonly id: string }[];
    readonly resourceLabelFormatters: readonly { readonly scheme: string }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly markdown: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

// The border of this test: its shape is what the expectations below check.
const manifest = JSON.parse(text) as Manifest;
const nls = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Record<string, string>;
const { contributes } = manifest;
const commands: readonly string[] = COMMANDS;
const views: readonly string[] = VIEWS;

function sorted(items: Iterable<string>): readonly string[] {
  return [...new Set(items)].sort();
}

/** Every `when` and `enablement` clause. */
function clauses(): readonly string[] {
  return [...text.matchAll(/"(?:when|enablement)": "([^"]*)"/g)].map((match) => match[1] ?? '');
}

/** Sources of the extension, without the manifest itself. */
function sources(): readonly { readonly name: string; readonly text: string }[] {
  const folder = path.join(root, 'src/extension');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'manifest.ts')
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}

describe('package.json and the typed manifest', () => {
  it('name the same commands', () => {
    expect(sorted(contributes.commands.map((each) => each.command))).toEqual(sorted(COMMANDS));
    expect(contributes.commands.length).toBe(COMMANDS.length);
    for (const command of contributes.commands) expect(command.category).toBe('Sonde');
  });

  it('name the same settings, with the same defaults', () => {
    const { properties } = contributes.configuration;
    expect(sorted(Object.keys(properties))).toEqual(sorted(Object.keys(SETTINGS)));
    for (const [id, value] of Object.entries(SETTINGS)) expect(properties[id]?.default).toEqual(value);
    expect(properties['sonde.sandbox']?.enum).toEqual(SANDBOXES);
    expect(properties['sonde.transport']?.enum).toEqual(TRANSPORTS);
  });

  it('let no workspace set a host or a command line', () => {
    for (const setting of Object.values(contributes.configuration.properties))
      expect(setting.scope).toBe('machine');
    const { untrustedWorkspaces } = manifest.capabilities;
    expect(untrustedWorkspaces.supported).toBe('limited');
    expect(sorted(untrustedWorkspaces.restrictedConfigurations)).toEqual(sorted(Object.keys(SETTINGS)));
  });

  it('name the same views, each with welcome content', () => {
    const [container] = contributes.viewsContainers.activitybar;
    expect(container?.id).toBe('sonde');
    expect(contributes.views['sonde']?.map((view) => view.id)).toEqual([...VIEWS]);
    for (const view of VIEWS) expect(contributes.viewsWelcome.some((each) => each.view === view)).toBe(true);
  });

  it('use only known keys in when clauses, and every key', () => {
    const used = clauses().flatMap((clause) =>
      [...clause.matchAll(/(?<![\w=~'] ?)sonde\.\w+/g)].map(([name]) => name),
    );
    const keys: readonly string[] = CONTEXT_KEYS;
    const named = clauses().flatMap((clause) => [
      ...clause.matchAll(/(?:view|focusedView) == (sonde\.\w+)/g),
    ]);
    const viewNames = named.map((match) => match[1] ?? '');
    expect(viewNames.filter((name) => !views.includes(name))).toEqual([]);
    expect(sorted(used.filter((name) => !views.includes(name)))).toEqual(sorted(keys));
    const items = clauses().flatMap((clause) =>
      [...clause.matchAll(/viewItem == (\w+)/g)].map((m) => m[1] ?? ''),
    );
    expect(sorted(items)).toEqual(sorted(VIEW_ITEMS));
  });

  it('place only known commands in menus, keys, welcome content and the walkthrough', () => {
    const placed = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    expect(placed.map((each) => each.command).filter((name) => !commands.includes(name))).toEqual([]);
    const linked = Object.values(nls).flatMap((value) => [...value.matchAll(/\(command:([\w.]+)\)/g)]);
    expect(linked.map((match) => match[1] ?? '').filter((name) => !commands.includes(name))).toEqual([]);
    expect(linked.length).toBeGreaterThan(0);
    const events = contributes.walkthroughs
      .flatMap((each) => each.steps)
      .flatMap((step) => step.completionEvents);
    expect(
      events.map((event) => event.replace('onCommand:', '')).filter((name) => !commands.includes(name)),
    ).toEqual([]);
  });

  it('guard every key by a place of ours', () => {
    for (const binding of contributes.keybindings) expect(binding.when).toMatch(/sonde/);
  });

  it('say every text once, in package.nls.json', () => {
    const used = [...text.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1] ?? '');
    expect(sorted(used)).toEqual(sorted(Object.keys(nls)));
  });

  it('agree on notebook, renderer, language, schemes and walkthrough', () => {
    expect(contributes.notebooks.map((each) => each.type)).toEqual([NOTEBOOK_TYPE]);
    const [renderer] = contributes.notebookRenderer;
    expect(renderer?.id).toBe(RENDERER_ID);
    expect(sorted(renderer?.mimeTypes ?? [])).toEqual(sorted([LIFECYCLE_MIME, PINS_MIME, PROBE_MIME]));
    expect(contributes.languages.map((each) => each.id)).toEqual([PROBE_LANGUAGE]);
    expect(contributes.resourceLabelFormatters.map((each) => each.scheme)).toEqual([
      FILE_SCHEME,
      EXCERPT_SCHEME,
    ]);
    const [walkthrough] = contributes.walkthroughs;
    expect(walkthrough?.id).toBe(WALKTHROUGH);
    expect(walkthrough?.steps[0]?.completionEvents).toEqual(['onCommand:sonde.openDemo']);
  });

  it('activate only by notebook and scheme, beside views and commands', () => {
    expect(manifest.activationEvents).toEqual([
      `onNotebook:${NOTEBOOK_TYPE}`,
      `onFileSystem:${FILE_SCHEME}`,
      // The panel comes back with its window.
      `onWebviewPanel:${LIFECYCLE_PANEL}`,
    ]);
    expect(manifest.extensionKind).toEqual(['ui', 'workspace']);
    expect(manifest.main).toBe('./dist/extension.cjs');
    expect(manifest.browser).toBe('./dist/browser.js');
    expect(manifest.capabilities.virtualWorkspaces.supported).toBe(true);
  });

  it('ask for the editor whose types are used', () => {
    const types = manifest.devDependencies['@types/vscode'] ?? '';
    expect(manifest.engines.vscode).toBe(`^${types}`);
  });

  it('ship every file that they name', () => {
    const files = [
      manifest.icon,
      ...[...text.matchAll(/"(?:path|configuration|icon)": "((?:\.\/)?(?:syntaxes|media)\/[^"]+)"/g)].map(
        (match) => match[1] ?? '',
      ),
      ...contributes.walkthroughs.flatMap((each) => each.steps).map((step) => step.media.markdown),
    ];
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect(existsSync(path.join(root, file)), file).toBe(true);
  });
});

describe('the code', () => {
  it('registers every command once', () => {
    const all = sources();
    for (const command of COMMANDS) {
      const places = all.filter((source) =>
        source.text.replace(/\(\s+/g, '(').includes(`register('${command}'`),
      );
      expect(
        places.map((place) => place.name),
        command,
      ).toHaveLength(1);
    }
  });

  it('sets every context key', () => {
    const all = sources();
    for (const key of CONTEXT_KEYS)
      expect(
        all.some((source) => source.text.includes(`setContextKey('${key}'`)),
        key,
      ).toBe(true);
  });

  it('names commands, settings and keys through the typed manifest alone', () => {
    const known = new Set<string>([
      ...COMMANDS,
      ...Object.keys(SETTINGS),
      ...CONTEXT_KEYS,
      ...VIEWS,
      'sonde.lifecycle',
      'sonde.secrets',
      'sonde.target.state',
    ]);
    for (const source of sources())
      for (const [, name] of source.text.matchAll(/'(sonde\.[\w.]+)(?<!\.svg)'/g))
        expect(known.has(name ?? ''), `${source.name}: ${name ?? ''}`).toBe(true);
  });
});
