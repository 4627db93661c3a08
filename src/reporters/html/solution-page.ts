import { diffLines } from 'diff';
import type { Solution } from '../../records/solution.ts';
import { count, plural } from '../figures.ts';
import { VERDICT_SIGNS, verdictSign } from '../patch-tables.ts';
import { htmlDocument } from './html-document.ts';
import { html, type Markup } from './markup.ts';
import { reportStyles } from './page-assets.ts';
import { tableMarkup } from './section-markup.ts';

/** Sets and tests beyond these are counted. */
const MOST_SETS = 8;
const MOST_TESTS = 200;

const PROBLEMS: Readonly<Record<NonNullable<Solution['problem']>, string>> = {
  'no-programs': 'No reply held a program that could be read.',
  'given-tests-failed': 'Every program fails a test that was given.',
  'below-confidence': 'No program is as likely right as was asked for.',
};

const fact = (name: string, value: string): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`;

function facts({ counts, given, confidence, cost, sets }: Solution): Markup {
  const [first] = sets;
  const tokens =
    cost.inputTokens === null || cost.outputTokens === null
      ? 'not counted by the endpoint'
      : `${count(cost.inputTokens)} in, ${count(cost.outputTokens)} out`;
  return html`<dl class="facts">
${first ? fact('agree', `${first.votes} of ${counts.programSamples} programs, on ${first.tests} of ${counts.tests} tests`) : null}${fact('wordings', count(counts.variants))}${given.tests.length > 0 ? fact('given tests', `${given.tests.length}; ${given.passedBy} of ${counts.programs} distinct programs pass all`) : null}${fact('probably right', confidence === null ? 'unknown' : `${Math.round(100 * confidence)} %, from agreement alone; uncalibrated here`)}${fact('calls', count(cost.calls))}${fact('tokens', tokens)}${cost.usd === null ? null : fact('cost', `${cost.usd.toFixed(4)} USD`)}</dl>
`;
}

function pick({ program, problem, entryPoint }: Solution): Markup {
  return html`<section aria-labelledby="pick-title">
<h2 id="pick-title">${program === null ? 'No program' : 'The program'}</h2>
${problem && html`<p class="note">${PROBLEMS[problem]}</p>`}
${program !== null && html`<pre>${program}</pre>`}
<p class="quiet">${entryPoint === null ? 'A script that reads standard input.' : `Asked for: ${entryPoint}`}</p>
</section>
`;
}

const PARTINGS = {
  value: 'The next set does something else on this input:',
  picked: 'The next set fails what the pick passes:',
  other: 'The next set passes what the pick fails:',
};

const ended = (program: string) => (program.endsWith('\n') ? program : `${program}\n`);

/** Two programs as one text with dropped and new lines. */
const diffMarkup = (before: string, after: string): Markup[] =>
  diffLines(ended(before), ended(after)).map(({ value, added, removed }) =>
    added ? html`<ins>${value}</ins>` : removed ? html`<del>${value}</del>` : html`${value}`,
  );

function rivals({ sets, parting }: Solution): Markup | null {
  const [first, ...others] = sets;
  if (!first || others.length === 0) return null;
  const left = others.length - MOST_SETS;
  return html`<section aria-labelledby="others-title">
<h2 id="others-title">What else was written</h2>
${
  parting &&
  html`<p>${PARTINGS[parting.passedBy ?? 'value']}</p>
<pre>${parting.input}</pre>
${
  parting.passedBy === undefined &&
  html`<dl class="facts">
${fact('the pick', parting.picked ?? 'nothing')}${fact('the next', parting.other ?? 'nothing')}</dl>`
}`
}
${others.slice(0, MOST_SETS).map(
  (set, at) => html`<h3>Set ${at + 2}: ${plural(set.votes, 'program')}, ${plural(set.tests, 'test')}</h3>
<pre class="diff">${diffMarkup(first.program, set.program)}</pre>
`,
)}${left > 0 && html`<p class="quiet">${left} more sets.</p>`}
</section>
`;
}

function matrixTable({ matrix }: Solution): Markup {
  const shown = matrix.tests.slice(0, MOST_TESTS);
  const left = matrix.tests.length - shown.length;
  return html`<section aria-labelledby="matrix-title">
<h2 id="matrix-title">Every program on every test</h2>
${tableMarkup({
  id: 'matrix',
  caption: 'Verdicts',
  note: `${Object.values(VERDICT_SIGNS).join(', ')}${left > 0 ? `; ${left} more tests` : ''}. ×n: written n times.`,
  head: ['test', 'written', ...matrix.programs.map(({ votes }, at) => `${at + 1} ×${votes}`)],
  rows: shown.map(({ code, votes, given }, row) => [
    code,
    given ? 'given' : `×${votes}`,
    ...matrix.verdicts.map((verdicts) => verdictSign(verdicts[row])),
  ]),
})}</section>
`;
}

/** One solved question as a page of its own, without scripts. */
export function solutionPage(prompt: string, solution: Solution): string {
  return htmlDocument({
    title: solution.entryPoint ?? 'script',
    styles: reportStyles(),
    policy: "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    body: html`<header class="page"><div><p class="brand">mutagree</p><h1>${solution.entryPoint ?? 'A script'}</h1></div></header>
<main id="main" class="layout" style="display: block"><div id="report">
${pick(solution)}<section aria-labelledby="figures-title">
<h2 id="figures-title">In figures</h2>
${facts(solution)}</section>
${rivals(solution)}${matrixTable(solution)}<section aria-labelledby="prompt-title">
<h2 id="prompt-title">The prompt</h2>
<pre class="prompt">${prompt}</pre>
</section>
</div></main>
`,
  }).markup;
}
