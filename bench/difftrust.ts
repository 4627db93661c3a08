/**
 * Selection on the programs of DiffTrust's models (HumanEval, even task numbers) with AgentCoder's tests: expected pass@1
 * by model and by number of programs, by temperature at equal count, alone and mixed, and of models mixed at equal count.
 *
 * npx tsx bench/difftrust.ts [--cache DIR] [--sandbox auto|process|wasm] [--probes 40] [--draws 10]
 *   [--without IDS] [--out DIR]
 *
 * Programs, tests, probes and official tests are executed once and kept in DIR, as those of bench/regimes.ts; the same
 * command goes on where it was ended. A task's value is its mean over draws (programs without replacement, seed 0);
 * intervals are over tasks, differences paired. `--out` writes tables, pictures and the page of the published study.
 * Source: github mwhicks1/DiffTrust (MIT), arXiv 2507.00057; tests github huangd1999/AgentCoder.
 */
import { parseArgs } from 'node:util';
import { markdownTable } from '../src/reporters/tables/markdown.ts';
import { byCount, byMixture, byTemperature, modelsAtAllTemperatures, pooled } from './difftrust/conditions.ts';
import { gainPicture, growthPicture } from './difftrust/difftrust-pictures.ts';
import { conditionsTable, pairsTable } from './difftrust/difftrust-tables.ts';
import { publishTables } from './published/publish-tables.ts';
import { judged } from './regimes/cuts.ts';
import { executedPools } from './regimes/execute-pools.ts';
import { executedFolder } from './regimes/executed-folder.ts';

const { values } = parseArgs({
  options: {
    cache: { type: 'string' },
    sandbox: { type: 'string', default: 'auto' },
    probes: { type: 'string', default: '40' },
    draws: { type: 'string', default: '10' },
    out: { type: 'string' },
    without: { type: 'string', default: '' },
  },
});
const COUNTS = [5, 10, 20, 50];
/** Divides by the three temperatures. */
const MIXED_COUNT = 9;
/** Models of nearly equal strength with 50 samples per task. */
const MIXED_MODELS = ['claude_sonnet_4', 'deepseek_v3_0324', 'gpt_4o', 'gemini_2_5_flash', 'llama_4_maverick_17b'];

const folder = executedFolder(values.cache);
const without = values.without.split(',').filter((id) => id !== '');
const executed = await executedPools('difftrust-whole', folder, values.sandbox, { without });
const pools = executed.map((task) => pooled({ taskId: task.taskId, ...judged(task, Number(values.probes)) }));
const draws = Number(values.draws);

const counts = byCount(pools, COUNTS, draws);
const hot = modelsAtAllTemperatures(pools);
const temperatures = byTemperature(pools, hot, MIXED_COUNT, draws);
const mixtures = byMixture(pools, MIXED_MODELS, COUNTS, draws);
const tables = [
  conditionsTable('difftrust-count', 'N programs of one model', 'Temperature 0.6.', counts),
  conditionsTable(
    'difftrust-temperature',
    'Temperatures, alone and mixed at equal count',
    `${MIXED_COUNT} programs a task, mean over ${hot.length} models (${hot.join(', ')}); three of each temperature where they are mixed.`,
    temperatures,
  ),
  pairsTable('difftrust-temperature-pairs', 'Temperatures mixed, against each alone', temperatures),
  conditionsTable(
    'difftrust-mixture',
    'One model, or several at equal count',
    `Temperature 0.6; ${MIXED_MODELS.join(', ')}, as many programs of each where they are mixed.`,
    mixtures,
  ),
  pairsTable('difftrust-mixture-pairs', 'Models mixed, against one model', mixtures),
];
for (const table of tables) process.stdout.write(`${markdownTable(table)}\n`);
const programs = executed.reduce((sum, { candidates }) => sum + candidates.length, 0);
const samples = executed.flatMap(({ candidates }) => candidates).reduce((sum, { origins }) => sum + origins.length, 0);
process.stdout.write(`${samples} programs, ${programs} of them distinct, ${executed.length} tasks\n`);
if (values.out !== undefined) {
  publishTables(values.out, {
    title: 'DiffTrust’s programs: selection, temperature, mixtures of models',
    summary: `${samples.toLocaleString('en')} programs of 16 models for ${executed.length} HumanEval tasks, AgentCoder’s tests, verdicts on HumanEval+`,
    pictures: { gain: gainPicture(counts), growth: growthPicture(counts) },
    tables,
  });
}
