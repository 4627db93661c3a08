/**
 * Time and memory of every scorer on large matrices with outputs and probes.
 *
 * npx tsx bench/scorer-speed.ts [--sizes 1000x1000,5000x2000] [--probes 40] [--skill 0.8] [--seed 0] [--scorers evidence]
 *
 * Programs are drawn from as many behaviours as there are programs / 2, so that sets and clusters are many; the best
 * passes about the share `skill` of the tests, which with 0.8 makes `evidence` go the longer of its ways; each scorer
 * gets a fresh copy of the matrix, since packed rows and clusters are kept by matrix. Peak memory is the process's, the
 * matrix itself among it.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { scorers } from '../agreement/index.ts';
import type { ExecutionMatrix } from '../src/core/matrix.ts';
import { createRng } from '../src/core/random.ts';
import type { Verdict } from '../src/core/sandbox.ts';

// So that the peak holds one scorer's work, not what the one before left behind.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const TEXTS = ['0', '1', '2', '3'] as const;

function largeMatrix(
  rows: number,
  columns: number,
  { probes, skill: best, seed }: { probes: number; skill: number; seed: number },
): ExecutionMatrix {
  const rng = createRng(seed).fork('speed', rows, columns);
  const behaviours = Math.ceil(rows / 2);
  // Small numbers, so that the peak is the matrix's and the scorers', not this generator's.
  const pool = Array.from({ length: behaviours }, () => {
    const skill = best * rng.next();
    return Uint8Array.from({ length: columns }, () => (rng.next() < skill ? 0 : 1 + rng.below(3)));
  });
  const behaviourOf = Array.from({ length: rows }, () => rng.below(behaviours));
  const entry = (prefix: string) => (_: unknown, at: number) => ({ id: `${prefix}${at}`, weight: 1, origins: [] });
  return {
    taskId: 'large',
    candidates: Array.from({ length: rows }, entry('c')),
    tests: Array.from({ length: columns }, entry('t')),
    verdicts: behaviourOf.map((at) =>
      Array.from(pool[at] ?? [], (output): Verdict => (output === 0 ? 'pass' : 'fail')),
    ),
    outputs: behaviourOf.map((at) => Array.from(pool[at] ?? [], (output) => TEXTS[output] as string)),
    probes: {
      inputs: Array.from({ length: probes }, (_, at) => `f(${at})`),
      outputs: behaviourOf.map((at) =>
        Array.from(
          { length: probes },
          (_, input) => TEXTS[(pool[at]?.[input % columns] ?? 0) % TEXTS.length] as string,
        ),
      ),
    },
  };
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000x1000,5000x2000' },
    probes: { type: 'string', default: '40' },
    skill: { type: 'string', default: '0.8' },
    seed: { type: 'string', default: '0' },
    scorers: { type: 'string' },
  },
});
const wanted = values.scorers?.split(',');
for (const size of values.sizes.split(',')) {
  const [rows = 0, columns = 0] = size.split('x').map(Number);
  const matrix = largeMatrix(rows, columns, {
    probes: Number(values.probes),
    skill: Number(values.skill),
    seed: Number(values.seed),
  });
  process.stdout.write(`${rows} programs x ${columns} tests, ${values.probes} probes\n`);
  for (const scorer of scorers.filter(({ name }) => wanted?.includes(name) ?? true)) {
    collectGarbage();
    const fresh = { ...matrix };
    const started = performance.now();
    const { sets } = scorer.rank(fresh);
    const ms = performance.now() - started;
    process.stdout.write(`  ${scorer.name.padEnd(13)} ${ms.toFixed(0).padStart(6)} ms, ${sets.length} sets\n`);
  }
  process.stdout.write(`  peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB\n`);
}
