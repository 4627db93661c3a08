import { table } from '../../reporters/columns.ts';
import type { ReviewOutcome } from '../mutation/review/review-mutants.ts';
import type { Rate, ReadingScore } from '../mutation/review/score.ts';

const percent = (share: number) => (100 * share).toFixed(1);
const rateText = ({ n, count, value, low, high }: Rate) =>
  `${count}/${n}, ${percent(value)} % [${percent(low)}, ${percent(high)}]`;

/** What was written, and how it is read. */
export function drawnText({ sheets, items, planted }: ReviewOutcome & { kind: 'drawn' }, folder: string): string {
  return `${items} mutants and ${planted} that are wrong on purpose on ${sheets} ${sheets === 1 ? 'sheet' : 'sheets'} in ${folder}
Read sheet-K.md without its key, write judgement-NAME-K.tsv beside it as the sheet says, and give the same command again.
`;
}

/** What the readers found, and every mutant that one of them calls wrong. */
export function reviewText({ planted, sheets, mutators, overall, wrong }: ReadingScore): string {
  const found = Object.entries(planted).map(([judge, rate]) => `${judge} found ${rateText(rate)} of what was planted`);
  const lost = sheets.filter(({ counts }) => !counts).map(({ sheet }) => sheet);
  const left =
    lost.length > 0
      ? [`left out, since a judge missed more than a tenth of what was planted: sheet ${lost.join(', ')}`]
      : [];
  const rows = [...mutators, overall].map(({ mutator, kept, fluent }) => [mutator, rateText(kept), rateText(fluent)]);
  const called = wrong.map(
    ({ fault, sheet, item, mutator, task, judges, reasons }) =>
      `${fault}: sheet ${sheet} item ${item}, ${mutator} on ${task}: ${judges.join(', ')}: ${reasons.join(' / ')}`,
  );
  return `${[...found, ...left, '', table([['mutator', 'meaning kept', 'fluent'], ...rows]), ...called].join('\n')}\n`;
}
