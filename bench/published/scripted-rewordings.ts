/**
 * Does one program of each of five wordings (the original and four scripted ones) hold a right one more often than five of
 * one wording? Samples of others, judged by `evaluate` on HumanEval+; expected over all draws, intervals over tasks.
 *
 * npx tsx bench/published/scripted-rewordings.ts --write SAMPLES      # {task_id, solution}, usual imports in front
 * npx mutagree evaluate --dataset ../shared/formats/humanevalplus.jsonl.gz --samples SAMPLES --partial
 * npx tsx bench/published/scripted-rewordings.ts --results SAMPLES_results.jsonl
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createRng } from '../../src/core/random.ts';
import { packageRoot } from '../../src/package-root.ts';
import { meanDifference } from '../../src/statistics/mean-difference.ts';
import { drawTaskResamples } from '../../src/statistics/task-resamples.ts';

const { values } = parseArgs({ options: { write: { type: 'string' }, results: { type: 'string' } } });
const IMPORTS =
  'from typing import *\nimport math, re, collections, itertools, functools, heapq, string, random, copy\nfrom collections import *\nfrom itertools import *\n';
const SCRIPTED = ['original', 'reordering', 'formatting_changes', 'context_injection', 'surface_noise'];

const source = join(packageRoot(), '../shared/strong/perturbation-humaneval-even.jsonl.gz');
const linesOf = (text: string) => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const samples = linesOf(gunzipSync(readFileSync(source)).toString()).map((sample) => ({
  ...sample,
  solution: IMPORTS + sample.solution,
}));
const keyOf = ({ task_id, solution }: { task_id: string; solution: string }) => JSON.stringify([task_id, solution]);
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

if (values.write !== undefined) {
  writeFileSync(values.write, [...new Set(samples.map(keyOf))].map((key) => `${lineOf(key)}\n`).join(''));
}
if (values.results !== undefined) {
  const passed = new Map(linesOf(readFileSync(values.results, 'utf8')).map((row) => [keyOf(row), row.passed === true]));
  const rows = [...new Set(samples.map(({ task_id }) => task_id))].map((task) => {
    const own = samples.filter(({ task_id }) => task_id === task);
    const perModel = [...new Set(own.map(({ model }) => model))].map((model) => {
      const shares = SCRIPTED.map((variant) =>
        mean(
          own.flatMap((one) =>
            one.model === model && one.variant === variant ? [Number(passed.get(keyOf(one)))] : [],
          ),
        ),
      );
      const none = shares.reduce((product, share) => product * (1 - share), 1);
      return [mean(shares), mean(shares.map((share) => Number(share > 0))), 1 - none];
    });
    return [0, 1, 2].map((column) => mean(perModel.map((row) => row[column] as number)));
  });
  const [blind, same, spread] = [0, 1, 2].map((column) =>
    (100 * mean(rows.map((row) => row[column] as number))).toFixed(1),
  );
  const resamples = drawTaskResamples(rows.length, createRng(0));
  const { value, low, high } = meanDifference(
    rows.map(([, one = 0, several = 0]) => several - one),
    rows.map((_, at) => at),
    resamples,
  );
  const points = [value, low, high].map((each) => (100 * each).toFixed(1)).join(', ');
  console.log(
    `${rows.length} tasks; blind ${blind} %; a right one of five: one wording ${same} %, five ${spread} %; ${points}`,
  );
}

function lineOf(key: string): string {
  const [task_id, solution] = JSON.parse(key);
  return JSON.stringify({ task_id, solution });
}
