import { ABSENT, type Hazard, type Place, type Setter } from '../../lifecycle/index.ts';
import type { LifecycleFacts } from '../cells/lifecycle-result.ts';
import { anchor, html } from './escape.ts';
import type { LifecyclePart } from './view.ts';
import type { ExportWords } from './words.ts';

/** A lifecycle: picture (an `<svg>` element), hazards with their witnesses, setter tables as grids, transitions, roles, the rest. */
export function lifecycleHtml(part: LifecyclePart, words: ExportWords, picture: string | undefined): string {
  const { facts, problem, query } = part;
  const id = part.id === '' ? '' : ` id="${anchor(part.id)}"`;
  const name = [query.class, query.store ?? query.states].filter((text) => text !== undefined).join('.');
  const sections = [
    problem === undefined ? '' : `<p class="problem">${html(problem)}</p>`,
    facts === undefined && problem === undefined
      ? `<p class="note">${html(words.label('not-run-yet'))}</p>`
      : '',
    picture === undefined ? '' : pictureHtml(picture, part.id, words),
    facts === undefined ? '' : factsHtml(facts, words),
  ];
  return `<section class="lifecycle card"${id}>
<h3 class="caption">${html(words.label('lifecycle'))}${name === '' ? '' : ` <code>${html(name)}</code>`}</h3>
${sections.filter((section) => section !== '').join('\n')}
</section>`;
}

/** The picture, fitted to the page; a box beside it, which needs no script, shows it in its own size. */
function pictureHtml(picture: string, id: string, words: ExportWords): string {
  const box = html(`full-${anchor(id)}`);
  return `<input type="checkbox" class="full" id="${box}"><label for="${box}">${html(words.label('full-size'))}</label>
<div class="picture scroll" role="img" aria-label="${html(words.label('diagram'))}">
${picture}
</div>`;
}

function factsHtml(facts: LifecycleFacts, words: ExportWords): string {
  return [
    statesHtml(facts, words),
    ...facts.setters.map((setter) => setterHtml(setter, facts, words)),
    transitionsHtml(facts, words),
    writesHtml(facts, words),
    rolesHtml(facts, words),
    hazardsHtml(facts, words),
    unresolvedHtml(facts, words),
  ]
    .filter((section) => section !== '')
    .join('\n');
}

function statesHtml({ states, stores }: LifecycleFacts, words: ExportWords): string {
  const items = states.map((state) => {
    const value = state.value === null ? '' : ` <span class="value">${html(`${state.value}`)}</span>`;
    const end = state.terminal ? ` <span class="value">${html(words.label('terminal'))}</span>` : '';
    const kind = state.terminal ? 'state terminal' : 'state';
    return `<li title="${html(placeText(state))}"><span class="${kind}">${html(state.name)}</span>${value}${end}</li>`;
  });
  const held = stores.map(
    (store) => `<code>${html(`${store.owner}.${store.name}`)}</code> ${placeHtml(store)}`,
  );
  return `<h4>${html(words.label('states'))}</h4>
<ul class="states">
${items.join('\n')}
</ul>
${held.length === 0 ? '' : `<p class="held">${html(words.label('stores'))}: ${held.join(', ')}</p>`}`;
}

/** The merge table: a row for each old state, a column for each argument; what does not move is faint. */
function setterHtml(setter: Setter, facts: LifecycleFacts, words: ExportWords): string {
  const rows = Object.entries(setter.table);
  const title = `<h4>${html(words.label('setter'))} <code>${html(setter.name)}</code> ${placeHtml(setter)}</h4>`;
  if (rows.length === 0) return title;
  const terminal = new Set(facts.states.filter((state) => state.terminal).map((state) => state.name));
  const columns = [...new Set(rows.flatMap(([, cells]) => Object.keys(cells)))];
  const header = columns.map((column) => `<th scope="col">${stateHtml(column)}</th>`).join('');
  const body = rows.map(([old, cells]) => {
    const row = columns.map((column) => {
      const cell = cells[column] ?? '';
      const kind = cell === old ? 'keeps' : terminal.has(old) ? 'leaves-end' : 'moves';
      return `<td class="${kind}">${stateHtml(cell)}</td>`;
    });
    return `<tr><th scope="row">${stateHtml(old)}</th>${row.join('')}</tr>`;
  });
  return `${title}
<div class="scroll"><table class="grid">
<thead><tr><th class="corner">${html(words.label('old-and-argument'))}</th>${header}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}

function transitionsHtml({ transitions }: LifecycleFacts, words: ExportWords): string {
  if (transitions.length === 0) return '';
  const rows = transitions.map(
    ({ from, to, class: kind, sites }) =>
      `<tr class="${kind}"><td>${stateHtml(from)}</td><td class="arrow" aria-hidden="true">→</td><td>${stateHtml(to)}</td><td>${html(words.transitionClass(kind))}</td><td>${sites.map(placeHtml).join(' ')}</td></tr>`,
  );
  const titles = (['from', 'to', 'class', 'sites'] as const).map((key) => html(words.label(key)));
  return `<h4>${html(words.label('transitions'))}</h4>
<div class="scroll"><table class="facts">
<thead><tr><th scope="col">${titles[0] ?? ''}</th><th></th><th scope="col">${titles[1] ?? ''}</th><th scope="col">${titles[2] ?? ''}</th><th scope="col">${titles[3] ?? ''}</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}

function writesHtml({ writes, removals }: LifecycleFacts, words: ExportWords): string {
  const all = [
    ...writes.map((write) => ({ ...write, what: write.to })),
    ...removals.map((removal) => ({ ...removal, what: [ABSENT] })),
  ];
  if (all.length === 0) return '';
  const rows = all.map(
    (write) =>
      `<tr><td>${placeHtml(write)}</td><td><code>${html(write.function)}</code></td><td>${html(write.role)}</td><td>${write.what.map(stateHtml).join(' ')}</td><td><code>${html(write.guard)}</code></td></tr>`,
  );
  const titles = (['sites', 'function', 'role', 'to', 'guard'] as const).map(
    (key) => `<th scope="col">${html(words.label(key))}</th>`,
  );
  return `<h4>${html(words.label('writes'))}</h4>
<div class="scroll"><table class="facts">
<thead><tr>${titles.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}

function rolesHtml({ roles }: LifecycleFacts, words: ExportWords): string {
  if (roles.length === 0) return '';
  const items = roles.map(
    (role) =>
      `<li><span class="chip role">${html(role.name)}</span> ${html(role.kind)} ${placeHtml(role)}</li>`,
  );
  return `<h4>${html(words.label('roles'))}</h4>\n<ul class="roles">\n${items.join('\n')}\n</ul>`;
}

function hazardsHtml({ hazards }: LifecycleFacts, words: ExportWords): string {
  if (hazards.length === 0) return '';
  return `<h4>${html(words.label('hazards'))}</h4>\n${hazards.map((hazard) => hazardHtml(hazard, words)).join('\n')}`;
}

function hazardHtml(hazard: Hazard, words: ExportWords): string {
  const steps = hazard.witness.map((step) => {
    const state = step.state === null ? '' : ` ${stateHtml(step.state)}`;
    return `<li value="${step.step}"><p><span class="chip role">${html(step.role)}</span> ${placeHtml(step)}${state}</p><p>${html(words.witnessStep(step))}</p></li>`;
  });
  return `<article class="hazard ${hazard.severity}">
<p class="rule"><span class="badge severity-${hazard.severity}">${html(words.severity(hazard.severity))}</span> <span class="name">${hazard.rule}</span> ${placeHtml(hazard)} <span class="confidence">${html(words.confidence(hazard.confidence))}</span></p>
<p class="said">${html(words.hazardTitle(hazard))}</p>
${steps.length === 0 ? '' : `<ol class="witness" aria-label="${html(words.label('witness'))}">\n${steps.join('\n')}\n</ol>`}
</article>`;
}

function unresolvedHtml({ unresolved }: LifecycleFacts, words: ExportWords): string {
  if (unresolved.length === 0) return '';
  const items = unresolved.map(
    (item) => `<li><code>${html(item.what)}</code> ${placeHtml(item)} ${html(words.unresolved(item))}</li>`,
  );
  return `<h4>${html(words.label('unresolved'))}</h4>\n<ul class="unresolved">\n${items.join('\n')}\n</ul>`;
}

function stateHtml(name: string): string {
  if (name === ABSENT) return '<span class="state absent" title="absent">∅</span>';
  const kind = name === 'rejected' || name === 'argument-or-old' ? 'state special' : 'state';
  return name === '' ? '' : `<span class="${kind}">${html(name)}</span>`;
}

function placeHtml(place: Place): string {
  return `<span class="place">${html(placeText(place))}</span>`;
}

function placeText(place: Place): string {
  return `${place.file}:${place.line}`;
}
