/**
 * Where our figures on CodeT's samples differ from CodeT's: the same rules on mixtures of its verdicts and ours.
 *
 * npx tsx bench/codet-offset.ts --matrix FILE
 *
 * FILE as for bench/fit-confidence. CodeT's verdicts are those of ../shared/codet/matrix.jsonl.gz, joined with ours by
 * syntax tree; outputs are always ours, since CodeT recorded none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { scorers } from '../agreement/index.ts';
import type { JudgedMatrix } from '../src/analysis/arms/selection-scores.ts';
import { type ExecutedTask, readMatrixFile } from '../src/app/selection/matrix-file.ts';
import { hashOf } from '../src/core/hash.ts';
import type { ExecutionMatrix } from '../src/core/matrix.ts';
import type { Verdict } from '../src/core/sandbox.ts';
import { packageRoot } from '../src/package-root.ts';
import { normaliseProgram, normaliseTest } from '../src/python-source/renaming/normalise.ts';
import { passAtKOf } from './executed-tasks.ts';

interface RecordedTask {
  readonly task_id: string;
  readonly candidates: readonly string[];
  readonly tests: readonly string[];
  /** `1` pass, `0` fail, `t` timed out, `x` voided by the harness. */
  readonly rows: readonly string[];
  readonly official: readonly boolean[];
}

type Cell = { readonly letter: string; readonly ours: Verdict };

/** How a mixture judges a cell; `wholeTaskVoid`: CodeT's harness voided every row of the task. */
const MIXTURES: Readonly<Record<string, (cell: Cell, wholeTaskVoid: boolean) => boolean>> = {
  'CodeT throughout': ({ letter }) => letter === '1',
  'ours where CodeT voided a whole task': ({ letter, ours }, isVoid) => (isVoid ? ours === 'pass' : letter === '1'),
  'ours where CodeT voided a row': ({ letter, ours }) => (letter === 'x' ? ours === 'pass' : letter === '1'),
  'ours where CodeT timed out': ({ letter, ours }) => (letter === 't' ? ours === 'pass' : letter === '1'),
  'ours but for tasks that CodeT voided': ({ ours }, isVoid) => !isVoid && ours === 'pass',
  'ours throughout': ({ ours }) => ours === 'pass',
};

/** Our rows and columns with the verdicts of a mixture; a merged program or test takes its first text's. */
function mix(task: ExecutedTask, recorded: RecordedTask, mixture: string): JudgedMatrix {
  const { matrix, official } = task;
  const rowOf = placeById(recorded.candidates, normaliseProgram);
  const columnOf = placeById(recorded.tests, (code) => normaliseTest({ kind: 'assertion', code }));
  const isVoid = recorded.rows.every((row) => /^x*$/.test(row));
  const judge = MIXTURES[mixture] ?? (() => false);
  const verdicts = matrix.verdicts.map((row, at) =>
    row.map((ours, column): Verdict => {
      const recordedRow = recorded.rows[rowOf.get(matrix.candidates[at]?.id ?? '') ?? -1];
      const letter = recordedRow?.[columnOf.get(matrix.tests[column]?.id ?? '') ?? -1];
      if (letter === undefined) return ours;
      if (judge({ letter, ours }, isVoid)) return 'pass';
      // Kinds of failure are ours throughout: CodeT recorded none.
      return ours === 'pass' ? 'fail' : ours;
    }),
  );
  const passed = task.candidates.filter((_, at) => official?.[at]?.passed).map(({ id }) => id);
  return { matrix: { ...matrix, verdicts } satisfies ExecutionMatrix, passed: new Set(passed) };
}

function placeById(texts: readonly string[], normalise: (text: string) => string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, text] of texts.entries()) {
    const id = hashOf(normalise(text));
    if (!places.has(id)) places.set(id, at);
  }
  return places;
}

const { values } = parseArgs({ options: { matrix: { type: 'string' } } });
if (values.matrix === undefined) throw new Error('--matrix FILE is missing (see the head of bench/fit-confidence.ts)');
const file = join(packageRoot(), '..', 'shared', 'codet', 'matrix.jsonl.gz');
if (!existsSync(file)) process.stderr.write(`skipped: ${file} is missing (CodeT's published verdicts)\n`);
else {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const recorded = new Map(lines.map((line) => JSON.parse(line) as RecordedTask).map((task) => [task.task_id, task]));
  const tasks = (await readMatrixFile(values.matrix)).flatMap((task) => {
    const known = recorded.get(task.taskId);
    return known ? [{ task, known }] : [];
  });
  for (const mixture of Object.keys(MIXTURES)) {
    process.stdout.write(`${mixture} (pass@1, 2, 10 in %, ${tasks.length} tasks)\n`);
    const judged = tasks.map(({ task, known }) => mix(task, known, mixture));
    for (const scorer of scorers) {
      const figures = [1, 2, 10].map((k) => {
        const sum = judged.reduce((total, task) => total + passAtKOf(task, scorer.rank(task.matrix), k), 0);
        return ((100 * sum) / judged.length).toFixed(2);
      });
      process.stdout.write(`  ${scorer.name.padEnd(13)} ${figures.join('  ')}\n`);
    }
  }
}
