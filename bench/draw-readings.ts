/**
 * Draws mutants to be read blind: for every preserving mutator some over several sets, with wrong ones planted among
 * them; writes `sheet-K.md` (what the reader sees) and `key-K.jsonl` (what only the scorer sees).
 *
 * npx tsx bench/draw-readings.ts --out DIR [--seed 1] [--per-mutator 30] [--mutators all] [--sets A,B] [--sheet-size 50]
 *   [--planted 0.1] [--compositions 0] [--strength medium,strong] (as many of each) [--exclude key-1.jsonl]...
 *   [--tasks PATTERN] (of tasks whose ids hold it) [--first-sheet 1]
 *   (an excluded key's mutator and task pairs are not drawn again; prompts of no excluded key come first)
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { selectMutators } from '../mutators/index.ts';
import { dealSheets } from '../src/app/mutation/review/draw-review.ts';
import { plantItems } from '../src/app/mutation/review/plant-items.ts';
import { renderKey, renderSheet } from '../src/app/mutation/review/sheet.ts';
import { createRng } from '../src/core/random.ts';
import { STRENGTHS } from '../src/core/strength.ts';
import { drawCompositions, drawItems } from './draw-items.ts';
import { realPromptSets } from './real-prompts.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'per-mutator': { type: 'string', default: '30' },
    mutators: { type: 'string', default: 'all' },
    sets: { type: 'string' },
    'sheet-size': { type: 'string', default: '50' },
    planted: { type: 'string', default: '0.1' },
    compositions: { type: 'string', default: '0' },
    strength: { type: 'string', default: 'medium' },
    exclude: { type: 'string', multiple: true, default: [] },
    tasks: { type: 'string', default: '' },
    'first-sheet': { type: 'string', default: '1' },
  },
});
if (values.out === undefined) throw new Error('give the folder to write to: --out DIR');

const DEFAULT_SETS = ['MBPP', 'HumanEval', 'BigCodeBench', 'BigCodeBench instruct', 'DL-Bench', 'LiveCodeBench'];
const seed = Number(values.seed);
const share = Number(values.planted);
const rng = createRng(seed).fork('readings');
const pattern = new RegExp(values.tasks);
const sets = (await realPromptSets(values.sets?.split(',') ?? DEFAULT_SETS)).map((set) => ({
  ...set,
  dataset: { ...set.dataset, tasks: set.dataset.tasks.filter(({ id }) => pattern.test(id)) },
}));
const mutators = selectMutators(values.mutators);
const excluded = new Set(
  values.exclude.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { mutator: string; set: string; task: string })
      .map(({ mutator, set, task }) => JSON.stringify([mutator, set, task])),
  ),
);

const strengths = STRENGTHS.filter((name) => values.strength.split(',').includes(name));
const count = Number(values.compositions);
const real = [
  ...drawItems(mutators, sets, { seed, perMutator: Number(values['per-mutator']), excluded, rng }),
  ...strengths.flatMap((strength) =>
    drawCompositions(selectMutators('all'), sets, {
      seed,
      count,
      strength,
      excluded,
      rng: rng.fork('compositions', strength),
    }),
  ),
];
const wanted = Math.round((real.length * share) / (1 - share));
const planted = plantItems(real, mutators, sets, { seed, count: wanted, rng: rng.fork('planted') });
if (planted.length < wanted) console.error(`only ${planted.length} of ${wanted} wrong mutants could be planted`);

const sheets = dealSheets(real, planted, Number(values['sheet-size']), rng);
mkdirSync(values.out, { recursive: true });
for (const [index, items] of sheets.entries()) {
  const number = Number(values['first-sheet']) + index;
  writeFileSync(join(values.out, `sheet-${number}.md`), renderSheet(items));
  writeFileSync(join(values.out, `key-${number}.jsonl`), renderKey(items));
}

for (const { name } of mutators) {
  const own = real.filter(({ mutator }) => mutator === name);
  const bySet = sets.map((set) => `${set.name} ${own.filter((item) => item.set === set.name).length}`);
  console.log(`${name}\t${own.length}\t${bySet.join(', ')}`);
}
console.log(`${real.length} mutants and ${planted.length} planted ones on ${sheets.length} sheets in ${values.out}`);
