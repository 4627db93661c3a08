/**
 * Scores reading sheets: DIR holds `key-K.jsonl` and, for each judge and sheet, `judgement-JUDGE-K.tsv` with one line
 * an item: item, meaning kept (yes or no), fluent (yes or no), reason, separated by tabs.
 *
 * npx tsx bench/score-readings.ts DIR [--json]
 */
import { parseArgs } from 'node:util';
import { readReview } from '../src/app/mutation/review/read-review.ts';
import { type Rate, scoreReadings } from '../src/app/mutation/review/score.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('give the folder with keys and judgements');

const sheets = await readReview(folder);
for (const { sheet, judgements } of sheets) {
  const judges = Object.keys(judgements).length;
  if (judges < 2) console.error(`sheet ${sheet}: ${judges} of 2 judgements, so it does not count`);
}
if (sheets.length === 0) throw new Error(`${folder} holds no judgement-JUDGE-K.tsv beside its keys`);

const score = scoreReadings(sheets, 2);
const percent = (fraction: number) => (100 * fraction).toFixed(1);
const show = ({ n, count, value, low, high }: Rate) =>
  `${count}/${n}, ${percent(value)} % [${percent(low)}, ${percent(high)}]`;

if (values.json) console.log(JSON.stringify(score, null, 2));
else {
  for (const [judge, found] of Object.entries(score.planted))
    console.log(`${judge} found ${show(found)} planted mutants`);
  const counted = score.sheets.filter(({ counts }) => counts);
  console.log(`${counted.length}/${score.sheets.length} sheets count (both judges found at least 90 %)`);
  for (const { sheet, counts, found } of score.sheets) {
    const shares = Object.entries(found).map(([judge, { n, count }]) => `${judge} ${count}/${n}`);
    if (!counts) console.log(`  sheet ${sheet} does not: ${shares.join(', ')}`);
  }
  console.log('\nmutator\tmeaning kept by both judges\tfluent by both judges');
  for (const { mutator, kept, fluent } of [...score.mutators, score.overall]) {
    console.log(`${mutator}\t${show(kept)}\t${show(fluent)}`);
  }
  console.log('\nCalled wrong:');
  for (const { sheet, item, mutator, set, task, fault, judges, reasons } of score.wrong) {
    console.log(
      `${fault}\tsheet ${sheet} item ${item}\t${mutator}\t${set} ${task}\t${judges.join(', ')}\t${reasons.join(' / ')}`,
    );
  }
}
