/** The look of a report: light and dark by the reader's own setting, and on paper. Nothing is fetched. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfb; --card: #ffffff; --sunk: #f5f5f2; --line: #e2e1dc; --ink: #1d2024; --soft: #5d636b; --faint: #8b9098;
  --accent: #0f6a72; --accent-soft: #e3f1f1; --good: #1a7f4b; --good-soft: #e4f4ea; --bad: #b3261e; --bad-soft: #fbe9e7;
  --warn: #8a5a00; --warn-soft: #fbf0d9; --info: #4b5b76; --info-soft: #e9edf4;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --card: #1b1e22; --sunk: #212529; --line: #32373d; --ink: #e4e6e8; --soft: #a6adb5; --faint: #7d858e;
    --accent: #6cc5cc; --accent-soft: #17343a; --good: #6cce96; --good-soft: #17322a; --bad: #ff9a8f; --bad-soft: #3d1f1d;
    --warn: #e6b455; --warn-soft: #38290f; --info: #aab8d4; --info-soft: #252e3f;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 var(--sans); }
.page { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 6rem; }
nav { display: none; }
main { min-width: 0; }
@media (min-width: 76rem) {
  .page { grid-template-columns: 13rem minmax(0, 62rem); gap: 3rem; max-width: 80rem; }
  nav { display: block; position: sticky; top: 2.5rem; align-self: start; max-height: calc(100vh - 5rem); overflow-y: auto; font-size: .85rem; line-height: 1.45; }
}
nav .mark { margin: 0 0 .9rem; font-weight: 650; letter-spacing: .02em; color: var(--accent); }
nav ul { margin: 0; padding: 0; list-style: none; border-left: 1px solid var(--line); }
nav li a { display: block; padding: .22rem 0 .22rem .9rem; color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
nav li.level3 a { padding-left: 1.8rem; font-size: .95em; }
nav li a:hover, nav li a:focus-visible { color: var(--accent); }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -.011em; text-wrap: balance; scroll-margin-top: 1.5rem; }
h1 { font-size: 2.1rem; margin: 0 0 .8rem; }
h2 { font-size: 1.45rem; margin: 3.2rem 0 .8rem; }
h3 { font-size: 1.12rem; margin: 2.2rem 0 .6rem; }
h4 { font-size: .8rem; margin: 1.9rem 0 .6rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
h4 code, h4 .place { text-transform: none; letter-spacing: 0; }
h4 code { color: var(--ink); font-size: 1.05em; }
h4 .place { font-weight: 400; }
p { margin: 0 0 1rem; }
header { margin-bottom: 2rem; }
header .facts { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 0; padding: 0; list-style: none; color: var(--soft); font-size: .9rem; }
header .promise { margin: .6rem 0 0; color: var(--faint); font-size: .85rem; }
code { font-family: var(--mono); font-size: .875em; font-variant-ligatures: none; unicode-bidi: isolate; }
.prose { overflow-wrap: break-word; }
.prose > :first-child { margin-top: 0; }
.prose h2:first-child { margin-top: 3.2rem; }
.prose h3:first-child { margin-top: 2.2rem; }
.prose p, .prose ul, .prose ol, .prose blockquote { max-width: 44rem; }
.prose :not(pre) > code { padding: .1em .32em; background: var(--sunk); border-radius: 4px; }
.prose pre, pre.raw { padding: .8rem 1rem; background: var(--sunk); border-radius: 8px; overflow-x: auto; font: .82rem/1.55 var(--mono); }
.prose pre code { font-size: 1em; }
.prose blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.prose table { border-collapse: collapse; margin: 0 0 1.2rem; font-size: .92rem; }
.prose th, .prose td { padding: .4rem .9rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.prose th { color: var(--soft); font-weight: 600; }
.prose li { margin: .25rem 0; }
.prose hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
.prose .picture { color: var(--faint); font-style: italic; }
.card { margin: 1rem 0 1.4rem; background: var(--card); border: 1px solid var(--line); border-radius: 9px; overflow: hidden; }
.card > figcaption { display: flex; flex-wrap: wrap; align-items: baseline; gap: .35rem .7rem; padding: .55rem .9rem; background: var(--sunk); border-bottom: 1px solid var(--line); font-size: .95rem; }
.card .command { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; white-space: pre-wrap; font-weight: 550; }
.card .prompt { color: var(--accent); user-select: none; }
.card .where { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; }
.card .pinhead { color: var(--accent); margin-right: .5rem; font-size: .8em; }
.card .symbol { font-weight: 600; margin-right: .6rem; }
.card .where code { color: var(--soft); }
.chip, .badge { display: inline-block; padding: .05rem .5rem; border-radius: 99px; font-size: .75rem; line-height: 1.5; white-space: nowrap; }
.chip { background: var(--info-soft); color: var(--info); }
.chip.role { background: var(--accent-soft); color: var(--accent); }
.badge { font-weight: 600; background: var(--info-soft); color: var(--info); }
.badge.status-supported, .badge.verdict-same { background: var(--good-soft); color: var(--good); }
.badge.status-refuted, .badge.verdict-gone, .badge.verdict-changed, .badge.severity-high { background: var(--bad-soft); color: var(--bad); }
.badge.status-open, .badge.verdict-moved, .badge.verdict-ambiguous, .badge.severity-warning { background: var(--warn-soft); color: var(--warn); }
.scroll { overflow: auto; max-height: 30rem; }
pre.output { margin: 0; padding: .7rem .9rem; overflow: auto; max-height: 30rem; font: .8rem/1.5 var(--mono); tab-size: 4; unicode-bidi: isolate; }
pre.errors { color: var(--bad); border-top: 1px solid var(--line); }
table.lines { border-collapse: collapse; width: 100%; font: .8rem/1.5 var(--mono); padding: .4rem 0; }
table.lines td { padding: 0 .9rem 0 0; vertical-align: top; }
table.lines tbody::before, table.lines tbody::after { content: ""; display: block; height: .4rem; }
table.lines .number { width: 1%; padding: 0 .9rem; text-align: right; color: var(--faint); user-select: none; font-variant-numeric: tabular-nums; }
table.lines .code { white-space: pre; tab-size: 4; }
table.lines .code code { font-size: 1em; }
table.lines .file th { padding: .15rem .9rem; text-align: left; color: var(--soft); font-weight: 600; }
.note, .problem, .remark, .foot { margin: 0; padding: .55rem .9rem; font-size: .88rem; }
.note { color: var(--faint); font-style: italic; }
.problem { color: var(--bad); background: var(--bad-soft); white-space: pre-line; }
.remark { border-bottom: 1px solid var(--line); font-size: .95rem; white-space: pre-line; }
.foot { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; padding: .35rem .9rem; border-top: 1px solid var(--line); color: var(--faint); font-size: .76rem; }
.claim { margin: 1.2rem 0; padding: .75rem 1rem .85rem; border-left: 3px solid var(--info); background: var(--card); border-radius: 0 9px 9px 0; box-shadow: inset 0 0 0 1px var(--line); }
.claim.status-supported { border-left-color: var(--good); }
.claim.status-refuted { border-left-color: var(--bad); }
.claim.status-open { border-left-color: var(--warn); }
.claim .kind { display: flex; align-items: center; gap: .6rem; margin: 0 0 .25rem; color: var(--soft); font-size: .78rem; font-weight: 600; text-transform: capitalize; }
.claim .kind .badge { text-transform: none; }
.claim .said { margin: 0; white-space: pre-line; }
.claim.status-refuted .said { color: var(--soft); text-decoration: line-through; text-decoration-thickness: 1px; }
.claim .foot { padding: .5rem 0 0; border: 0; }
.lifecycle { padding: 1rem 1.2rem 1.3rem; }
.lifecycle .caption { margin: 0 0 .8rem; }
.lifecycle > .problem, .lifecycle > .note { padding: .5rem .8rem; border-radius: 6px; }
.lifecycle .scroll, .pin .scroll { max-height: none; }
.card, .claim { scroll-margin-top: 1rem; }
.lifecycle .picture { padding: 1rem; background: #ffffff; border: 1px solid var(--line); border-radius: 8px; text-align: center; }
.lifecycle .picture svg { max-width: 100%; height: auto; }
.lifecycle input.full { margin: 0 .4rem .5rem 0; accent-color: var(--accent); vertical-align: middle; }
.lifecycle input.full + label { color: var(--soft); font-size: .82rem; }
.lifecycle input.full:checked ~ .picture { text-align: left; }
.lifecycle input.full:checked ~ .picture svg { max-width: none; }
.lifecycle .held { color: var(--soft); font-size: .9rem; }
ul.states, ul.roles { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: 0 0 .8rem; padding: 0; list-style: none; font-size: .88rem; }
ul.states .value { color: var(--faint); font-size: .85em; }
.state { display: inline-block; padding: .02rem .42rem; border-radius: 5px; background: var(--accent-soft); color: var(--accent); font: 600 .78rem/1.5 var(--mono); white-space: nowrap; }
.state.terminal { box-shadow: inset 0 0 0 1.5px currentColor; }
.state.absent { background: var(--sunk); color: var(--soft); }
.state.special { background: var(--warn-soft); color: var(--warn); }
.place { color: var(--faint); font: .76rem/1.5 var(--mono); white-space: nowrap; }
table.grid, table.facts { border-collapse: collapse; font-size: .86rem; }
table.grid th, table.grid td { padding: .3rem .6rem; border: 1px solid var(--line); text-align: center; }
table.grid th { background: var(--sunk); font-weight: 500; }
table.grid .corner { color: var(--faint); font-size: .75rem; }
table.grid td.keeps .state { background: transparent; color: var(--faint); font-weight: 400; }
table.grid td.leaves-end { background: var(--bad-soft); }
table.grid td.leaves-end .state { background: transparent; color: var(--bad); }
table.facts { width: 100%; }
table.facts th { padding: .3rem .8rem .3rem 0; text-align: left; color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--line); }
table.facts td { padding: .3rem .8rem .3rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
table.facts td.arrow { padding-right: .5rem; color: var(--faint); }
table.facts tr.interleaving td { color: var(--bad); }
table.facts tr.possible .state { background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
.hazard { margin: .8rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-left: 3px solid var(--info); border-radius: 0 8px 8px 0; }
.hazard.high { border-left-color: var(--bad); }
.hazard.warning { border-left-color: var(--warn); }
.hazard .rule { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .6rem; margin: 0 0 .3rem; font-size: .85rem; }
.hazard .rule .name { font-weight: 650; }
.hazard .confidence { color: var(--faint); font-size: .8rem; }
.hazard .said { margin: 0; font-weight: 550; }
.witness { margin: .8rem 0 0; padding-left: 1.7rem; font-size: .9rem; }
.witness li { padding: .15rem 0 .35rem .3rem; }
.witness li::marker { color: var(--faint); font-variant-numeric: tabular-nums; }
.witness p { margin: 0; }
.unresolved { margin: 0; padding-left: 1.1rem; font-size: .86rem; color: var(--soft); }
:target { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
@media (max-width: 40rem) { .page { padding: 1.5rem 1rem 4rem; } h1 { font-size: 1.6rem; } body { font-size: 15px; } }
@media print {
  :root { --paper: #fff; --card: #fff; --sunk: #f6f6f4; --line: #d5d5d0; --ink: #000; --soft: #444; --faint: #666; }
  @page { margin: 18mm 16mm; }
  body { font-size: 10.5pt; }
  .page { display: block; max-width: none; padding: 0; }
  nav, .lifecycle input.full, .lifecycle input.full + label { display: none; }
  .scroll, pre.output { max-height: none; overflow: visible; }
  table.lines .code, pre.output { white-space: pre-wrap; overflow-wrap: anywhere; }
  .card, .claim, .hazard { break-inside: auto; border-radius: 0; }
  .card > figcaption, h2, h3, h4 { break-after: avoid; }
  .claim, .witness li, table.facts tr, table.grid tr { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
`;
