/**
 * The thesis author's published pairs as matrices: two programs (of the prompt and of its rewrite) on the methods of the
 * two unittest modules that the model wrote for them.
 *
 * `npx tsx bench/thesis-pairs.ts [--sandbox docker] [--image NAME] [--json FILE]`
 *
 * Prints how many modules give a method, the verdicts, what a program without the function's behaviour would pass, and
 * how often `pattern-pass` and `fusion` pick a program that passed the official tests (their verdicts are the author's,
 * in the file). The programs need BigCodeBench's libraries: `mutagree images build bigcodebench`, then its image here.
 * The pairs were selected by outcome, so that no figure is a rate of a population.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findScorer } from '../agreement/index.ts';
import { openSandbox } from '../src/app/assembly/open-sandbox.ts';
import { hashOf } from '../src/core/hash.ts';
import type { ExecutionMatrix } from '../src/core/matrix.ts';
import { silentProgress } from '../src/core/progress.ts';
import { executeMatrix } from '../src/pipeline/5-execute-matrix.ts';
import { rankMatrix } from '../src/pipeline/6-rank/rank-candidates.ts';
import { pairMatrix, readPairs, type ThesisPair } from './thesis/pair-matrix.ts';

const LIMITS = { timeoutMs: 10_000, memoryMib: 2048 };
const SCORERS = ['pattern-pass', 'fusion', 'codet', 'max-pass'];
/** Answers every call with an object that equals nothing; what passes on it checks nothing of a program's answer. */
const HOLLOW = 'def task_func(*args, **kwargs):\n    return object()\n';

const { values } = parseArgs({
  options: { sandbox: { type: 'string', default: 'docker' }, image: { type: 'string' }, json: { type: 'string' } },
});
const pairs = readPairs(readFileSync(new URL('../../shared/thesis/pairs.jsonl', import.meta.url), 'utf8'));
const tested = pairs.filter(({ tests }) => tests.length > 0);
const modules = new Map(tested.flatMap((pair) => pair.modules.map((module) => [module.text, module] as const)));
const withMethod = [...modules.values()].filter(({ methods }) => methods > 0);
const own = [...modules.values()].filter(({ definesFunction }) => definesFunction);
console.log(`${pairs.length} pairs, ${tested.length} with tests; ${modules.size} distinct modules`);
console.log(`modules that give at least one method: ${withMethod.length}/${modules.size}`);
console.log(
  `modules that define the function themselves: ${own.length}; of these give methods: ${own.filter(({ methods }) => methods > 0).length}`,
);

const signal = new AbortController().signal;
const { sandbox } = await openSandbox(
  { sandbox: values.sandbox, ...(values.image ? { image: values.image } : {}) },
  { progress: { ...silentProgress, note: (text) => console.error(text) }, warn: (text) => console.error(text), signal },
);
const rows = new Map<string, unknown>();
const counts: Record<string, number> = {};
const hollow: Record<string, number> = {};
const reasons = new Map<string, number>();
const picks = Object.fromEntries(SCORERS.map((name) => [name, { passed: 0, drawn: 0, abstained: 0 }]));
let original = 0;
let best = 0;

/** The share of the tied candidates that pass; all of the pair's where nothing is ranked. */
function expected(
  matrix: ExecutionMatrix,
  pair: ThesisPair,
  name: string,
): { share: number; tied: number; abstained: boolean } {
  const ranking = rankMatrix(matrix, { arm: 'mutation-ensemble', scorer: findScorer(name), seed: 0 });
  const ids = ranking.tiedIds.length > 0 ? ranking.tiedIds : matrix.candidates.map(({ id }) => id);
  const weight = (id: string) => matrix.candidates.find((each) => each.id === id)?.weight ?? 1;
  const total = ids.reduce((sum, id) => sum + weight(id), 0);
  const passed = ids.reduce((sum, id) => sum + weight(id) * Number(pair.passed.get(id) ?? false), 0);
  return { share: passed / total, tied: ids.length, abstained: ranking.abstained };
}

try {
  for (const pair of tested) {
    const input = pairMatrix(pair);
    const rowsOf = {
      get: () => undefined,
      append: async (row: { verdicts: readonly string[]; details: readonly (string | null)[] }) => {
        row.verdicts.forEach((verdict, at) => {
          counts[verdict] = (counts[verdict] ?? 0) + 1;
          const detail = row.details[at] ?? '';
          const missing = /No module named '?([\w.]+)|lacks the Python package (.*)/.exec(detail);
          const reason = missing
            ? `no package ${missing[1] ?? missing[2]}`
            : `${verdict}: ${/(\w+(?:Error|Exception|Warning|Interrupt))/.exec(detail)?.[1] ?? detail.slice(0, 40)}`;
          if (verdict !== 'pass' && verdict !== 'fail') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        });
        rows.set(`${pair.id} ${rows.size}`, { pair: pair.id, ...row });
      },
    };
    const matrix = await executeMatrix(input, {
      sandbox,
      limits: LIMITS,
      progress: silentProgress,
      signal,
      rows: rowsOf,
    });
    const empty = { id: hashOf(HOLLOW), taskId: input.taskId, code: HOLLOW, origins: [] };
    const owners = pair.modules.filter(({ definesFunction }) => definesFunction);
    const ownTests = input.tests.filter(({ id }) => owners.some(({ testIds }) => testIds.has(id)));
    const sham = await executeMatrix(
      { ...input, candidates: [empty], tests: ownTests },
      { sandbox, limits: LIMITS, progress: silentProgress, signal, rows: null },
    );
    for (const verdict of sham.verdicts[0] ?? []) hollow[verdict] = (hollow[verdict] ?? 0) + 1;
    original += Number(pair.originalPassed);
    best += Number([...pair.passed.values()].some(Boolean));
    for (const name of SCORERS) {
      const { share, tied, abstained } = expected(matrix, pair, name);
      const pick = picks[name] as { passed: number; drawn: number; abstained: number };
      pick.passed += share;
      pick.drawn += Number(tied > 1);
      pick.abstained += Number(abstained);
    }
    process.stderr.write(
      `${pair.id}: ${matrix.verdicts.map((row) => row.map((verdict) => verdict[0]).join('')).join(' ')}\n`,
    );
  }
} finally {
  await sandbox.close();
}

const cells = Object.values(counts).reduce((sum, count) => sum + count, 0);
console.log(`verdicts of ${cells} cells:`, counts);
console.log('errors by reason:', [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 15));
console.log('methods of modules that define the function themselves, on a program that answers nothing right:', hollow);
console.log(`a passing program is picked (expected over ties), of ${tested.length} pairs:`);
console.log(`  always the original: ${original}; the best possible: ${best}`);
for (const [name, { passed, drawn, abstained }] of Object.entries(picks)) {
  console.log(
    `  ${name}: ${passed.toFixed(1)} (${drawn} by a draw, ${abstained} of them since no program passes any test)`,
  );
}
if (values.json)
  writeFileSync(values.json, JSON.stringify({ counts, hollow, picks, original, best, rows: [...rows.values()] }));
