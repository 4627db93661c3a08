/**
 * The thesis author's published pairs: a prompt and its rewrite, a program and for most a unittest module of each.
 *
 * `npx tsx bench/thesis-pairs.ts --sandbox bubblewrap --python VENV/bin/python [--image NAME] [--cache DIR] [--out DIR]`
 *
 * What the file holds and by what it was selected; what mutagree's guards say of the rewrites; both programs on the
 * methods of both modules, and which program each rule picks; the author's verdicts beside BigCodeBench's tests run here.
 * `--out` writes the tables of the published study. The programs need BigCodeBench's libraries: an interpreter that has
 * them (`pip install -r src/sandbox/images/bigcodebench/requirements.txt`), or `--sandbox docker --image NAME` with the
 * image of `mutagree images build bigcodebench`. Executed once and kept in DIR; the same command goes on after a stop.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSandbox } from '../src/app/assembly/open-sandbox.ts';
import { silentProgress } from '../src/core/progress.ts';
import { markdownTable } from '../src/reporters/tables/markdown.ts';
import { publishTables } from './published/publish-tables.ts';
import { shared } from './regimes/pool.ts';
import { executePairs, judgePairs } from './thesis/execute-pairs.ts';
import { agreementTable, cellsTable, hollowTable, picksTable } from './thesis/executed-tables.ts';
import { readPairs } from './thesis/pair-matrix.ts';
import { headlineTable, heldTable, modulesTable, rewritesTable } from './thesis/pairs-tables.ts';
import { picksPicture } from './thesis/picks-picture.ts';

const { values } = parseArgs({
  options: {
    sandbox: { type: 'string', default: 'docker' },
    image: { type: 'string' },
    python: { type: 'string' },
    cache: { type: 'string', default: join('.cache', 'thesis-pairs') },
    out: { type: 'string' },
  },
});
const pairs = readPairs(readFileSync(shared('thesis', 'pairs.jsonl'), 'utf8'));
const tested = pairs.filter(({ tests }) => tests.length > 0);
const say = (text: string) => console.error(text);
const { image, python } = values;
const { sandbox } = await openSandbox(
  { sandbox: values.sandbox, ...(image ? { image } : {}), ...(python ? { python } : {}) },
  { progress: { ...silentProgress, note: say }, warn: say, signal: new AbortController().signal },
);
try {
  const executed = await executePairs(tested, sandbox, values.cache);
  const judged = await judgePairs(pairs, shared('formats', 'bigcodebench-hard.jsonl'), sandbox, values.cache);
  const tables = [
    heldTable(pairs),
    rewritesTable(pairs),
    picksTable(executed),
    cellsTable(executed),
    hollowTable(executed),
    modulesTable(tested),
    agreementTable(judged),
    headlineTable(),
  ];
  for (const table of tables) process.stdout.write(`${markdownTable(table)}\n`);
  if (values.out !== undefined) {
    publishTables(values.out, {
      title: 'The thesis’s published pairs: what they can show',
      summary: `${pairs.length} pairs of prompt and rewrite of BigCodeBench-Hard, ${tested.length} of them with model-written tests, o4-mini, DeepSeek R1 and Gemini 2.5. Selected by outcome: no figure here is a rate of a population.`,
      pictures: { picks: picksPicture(executed) },
      tables,
    });
  }
} finally {
  await sandbox.close();
}
