/** The page's style sheet; colours hold 4.5 : 1 against their ground in both schemes. */
export const STYLES = `
:root {
  --ground: #fbfaf7; --panel: #ffffff; --ink: #1d2229; --quiet: #5a6370; --line: #dcdad3; --accent: #1f5fa8;
  --right: #17692f; --wrong: #a8321c; --ins: #d6f0db; --ins-ink: #0f4d22; --del: #fadcd5; --del-ink: #7d2413;
  --baseline: #6b7280; --self-agreement: #a85a00; --mutation-ensemble: #1f5fa8;
  --cell-ground: #efece4; --verdict-p: #2b8a5a; --verdict-f: #b0492f; --verdict-e: #7a3fa0; --verdict-t: #8a6a00;
  --verdict-m: #9c2f63; --verdict-n: #7b828c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --panel: #1b1f26; --ink: #e8e6e1; --quiet: #a3abb7; --line: #343a44; --accent: #7fb3f0;
    --right: #7fd098; --wrong: #ff9d86; --ins: #173a24; --ins-ink: #a9e5ba; --del: #4a2018; --del-ink: #ffc0b0;
    --baseline: #a3abb7; --self-agreement: #f0ab52; --mutation-ensemble: #7fb3f0;
    --cell-ground: #262b34; --verdict-p: #4fb380; --verdict-f: #e58468; --verdict-e: #c493e8; --verdict-t: #d9b548;
    --verdict-m: #ee8ab4; --verdict-n: #8d95a1;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
header, main { max-width: 1180px; margin: 0 auto; padding: 0 clamp(14px, 3vw, 32px); }
header { padding-top: 28px; }
main { padding-bottom: 64px; }
main:focus, article:focus { outline: none; }
.brand { margin: 0; font-weight: 650; letter-spacing: 0.04em; color: var(--accent); }
h1 { margin: 2px 0; font-size: clamp(1.45rem, 3.2vw, 2.1rem); line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 40px 0 12px; font-size: 1.3rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 28px 0 8px; font-size: 1.08rem; }
h4 { margin: 22px 0 6px; font-size: 1rem; }
p { margin: 8px 0; max-width: 78ch; }
a { color: var(--accent); }
.quiet { color: var(--quiet); font-weight: 400; }
p.quiet { font-size: 0.9rem; }
.right { color: var(--right); font-weight: 600; }
.wrong { color: var(--wrong); font-weight: 600; }
.note { border-left: 3px solid var(--self-agreement); padding: 6px 12px; background: var(--panel); }
.chip { display: inline-block; border: 1px solid var(--line); border-radius: 99px; padding: 0 9px; font-size: 0.8rem; color: var(--quiet); white-space: nowrap; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--panel); padding: 8px; z-index: 1; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.arms-layout { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 28px; align-items: start; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px 10px; }
figcaption { color: var(--quiet); font-size: 0.85rem; }
svg.arms { display: block; width: 100%; height: auto; font: 14px system-ui, sans-serif; }
svg .grid { stroke: var(--line); }
svg .tick { fill: var(--quiet); font-size: 12px; }
svg .name { fill: var(--ink); font-weight: 600; }
svg .interval { stroke-width: 3; }
svg .cap { stroke-width: 2; }
svg .dot { stroke: var(--panel); stroke-width: 2; }
svg .baseline * { stroke: var(--baseline); } svg .baseline .dot { fill: var(--baseline); }
svg .self-agreement * { stroke: var(--self-agreement); } svg .self-agreement .dot { fill: var(--self-agreement); }
svg .mutation-ensemble * { stroke: var(--mutation-ensemble); } svg .mutation-ensemble .dot { fill: var(--mutation-ensemble); }
svg .arm text { stroke: none; }
.comparisons { list-style: none; margin: 0; padding: 0; display: grid; gap: 14px; }
.comparison { border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 10px; background: var(--panel); padding: 10px 16px; }
.comparison.finding { border-left-color: var(--accent); }
.comparison h3 { margin: 0; font-size: 1rem; }
.comparison p { margin: 4px 0; font-size: 0.92rem; }
.comparison .figure { font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.badge { border: 1px solid currentColor; border-radius: 5px; padding: 0 6px; font-size: 0.8rem; }
.finding .badge { color: var(--accent); } .no-finding .badge { color: var(--quiet); }

.scroll { overflow-x: auto; margin: 12px 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.94rem; }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; }
#tasks tbody th { overflow-wrap: anywhere; min-width: 6em; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.number + :not(.number) { padding-left: 10px; }
td:last-child, th:last-child { padding-right: 4px; }
tbody tr:hover { background: var(--panel); }
tr.best td:first-child { box-shadow: inset 3px 0 0 var(--accent); padding-left: 8px; }
button { font: inherit; color: inherit; cursor: pointer; }
button.sort { border: 0; background: none; padding: 0; color: inherit; font-weight: 600; text-align: inherit; }
button.sort::after { content: " ↕"; color: var(--line); }
th[aria-sort="ascending"] .sort::after { content: " ↑"; color: var(--accent); }
th[aria-sort="descending"] .sort::after { content: " ↓"; color: var(--accent); }
td.labels { max-width: 320px; }

.filters { display: flex; flex-wrap: wrap; gap: 10px 18px; align-items: end; }
.filters label { display: grid; gap: 2px; font-size: 0.85rem; color: var(--quiet); min-width: 0; }
.filters input, .filters select { font: inherit; font-size: 0.95rem; color: var(--ink); background: var(--panel); border: 1px solid var(--quiet); border-radius: 6px; padding: 5px 8px; max-width: min(340px, 86vw); }
#task-count { color: var(--quiet); font-size: 0.9rem; padding-bottom: 6px; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 2px 28px; margin: 8px 0; font-size: 0.92rem; }
.facts div { display: grid; grid-template-columns: 9.5em minmax(0, 1fr); border-bottom: 1px solid var(--line); padding: 3px 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }

.task-nav { display: flex; gap: 18px; margin-top: 20px; }
.outcomes { list-style: none; padding: 0; display: grid; gap: 2px; }
.card { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); margin: 8px 0; padding: 0 14px; }
.card.picked { border-color: var(--accent); }
.card > summary { padding: 8px 0; cursor: pointer; overflow-wrap: anywhere; }
.card > :last-child:not(summary) { margin-bottom: 12px; }
pre { font: 0.86rem/1.5 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace; margin: 6px 0; overflow-x: auto; white-space: pre; tab-size: 4; }
pre.prompt { white-space: pre-wrap; overflow-wrap: anywhere; }
pre.test { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; min-width: 14em; }
pre.inspected { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; max-height: 12em; overflow-y: auto; }
code { font: 0.9em ui-monospace, "DejaVu Sans Mono", Menlo, monospace; overflow-wrap: anywhere; }
ins { background: var(--ins); color: var(--ins-ink); text-decoration: none; border-bottom: 1px solid currentColor; }
del { background: var(--del); color: var(--del-ink); }
.switch { display: inline-flex; flex-wrap: wrap; border: 1px solid var(--quiet); border-radius: 8px; overflow: hidden; }
.switch button { border: 0; background: var(--panel); padding: 6px 14px; }
.switch button[aria-pressed="true"] { background: var(--accent); color: var(--panel); font-weight: 600; }
.switch button:focus-visible { outline-offset: -3px; }
.picture { overflow: auto; max-height: 640px; padding: 3px; }
.picture canvas { display: block; }
.legend { list-style: none; padding: 0; margin: 8px 0; display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 0.9rem; }
.swatch { width: 16px; height: 16px; vertical-align: -3px; margin-right: 6px; }
.readout { display: block; min-height: 1.5em; font-size: 0.92rem; color: var(--quiet); }

@media (max-width: 760px) {
  .arms-layout { grid-template-columns: minmax(0, 1fr); }
  .wide { display: none; }
  svg.arms { font-size: 24px; } svg .tick { font-size: 21px; }
  .card { padding: 0 10px; }
  th, td { padding-right: 8px; }
  #tasks { font-size: 0.86rem; }
}
@media print {
  .filters, .task-nav, .switch, .skip { display: none; }
  .card, .comparison, figure { break-inside: avoid; }
}
`;
