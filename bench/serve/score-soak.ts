/**
 * `score()` on many items of 8 programs and 10 tests, one in twenty with a hostile program: none may be lost or mixed
 * up, and memory must stay flat. Then the items per second beside `execute` on the same items, in turns: on the same warm
 * sandbox, and as a caller without one has it, who starts a sandbox with every call.
 *
 * npx tsx bench/serve/score-soak.ts [--items 10000] [--batch 500] [--sandbox bubblewrap] [--pairs 3]
 *
 * Item n asks for `f(x) == x + n`, so that an answer that belongs to another item is seen. Ends with 1 if one is lost.
 */
import { parseArgs } from 'node:util';
import { sharedSandbox } from '../../src/app/assembly/open-sandbox.ts';
import { execute } from '../../src/app/execute-jobs.ts';
import { type ScoredItem, score } from '../../src/app/score-programs.ts';
import { createRng } from '../../src/core/random.ts';
import { family, totalOf } from './held-memory.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    batch: { type: 'string', default: '500' },
    sandbox: { type: 'string', default: 'bubblewrap' },
    pairs: { type: 'string', default: '3' },
  },
});
const HOSTILE = [
  'import os\ndef f(x):\n    os._exit(0)',
  'import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\ndef f(x):\n    return x',
  'def f(x):\n    while True:\n        pass',
  'def f(x):\n    return [0] * 10**10',
  'import os\ndef f(x):\n    while True:\n        os.fork()',
  'import sys\ndef f(x):\n    sys.exit(0)',
];
const RIGHT = 5;

function itemOf(n: number) {
  const rng = createRng(0).fork('soak', n);
  const right = Array.from({ length: RIGHT }, (_, at) => `def f(x):\n    y${at} = x\n    return y${at} + ${n}`);
  const wrong = [1, 2, 3].map((off) => `def f(x):\n    return x + ${n + off}`);
  const isHostile = rng.below(20) === 0;
  const programs = isHostile
    ? [...right, ...wrong.slice(1), HOSTILE[rng.below(HOSTILE.length)] as string]
    : [...right, ...wrong];
  return { programs, tests: Array.from({ length: 10 }, (_, x) => `assert f(${x}) == ${x + n}`), entry_point: 'f' };
}

/** Whether the answer is that of the item: the right programs pass all tests, no other passes any. */
const isOwn = ({ tests_passed: passed, picked }: ScoredItem) =>
  picked !== null && picked < RIGHT && passed.every((count, at) => count === (at < RIGHT ? 10 : 0));

const sandbox = sharedSandbox({ sandbox: values.sandbox });
const total = Number(values.items);
const batch = Number(values.batch);
let lost = 0;
let mixedUp = 0;
const started = performance.now();
for (let first = 0; first < total; first += batch) {
  const items = Array.from({ length: Math.min(batch, total - first) }, (_, at) => itemOf(first + at));
  const answers = await score(items, {}, sandbox);
  lost += items.length - answers.filter(({ scores }) => scores.every((each) => each !== null)).length;
  mixedUp += answers.filter((answer) => !isOwn(answer)).length;
  const perSecond = (first + items.length) / ((performance.now() - started) / 1000);
  console.log(
    `${first + items.length} items, ${lost} lost, ${mixedUp} not as they must be, ${perSecond.toFixed(1)}/s, ${totalOf(family(process.pid)).mib.toFixed(0)} MiB`,
  );
}

const PAIR = 100;
for (let pair = 0; pair < Number(values.pairs); pair++) {
  const items = Array.from({ length: PAIR }, (_, at) => itemOf(20 * (total + pair * PAIR + at) + 1));
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    return PAIR / ((performance.now() - from) / 1000);
  };
  const scored = await timed(() => score(items, {}, sandbox));
  const executeAll = async (shared?: typeof sandbox) => {
    for (const { programs, tests } of items) {
      const candidates = programs.map((code, at) => ({ id: `${at}`, code }));
      const job = { candidates, tests: tests.map((code, at) => ({ id: `${at}`, code })), entryPoint: 'f' };
      await execute({ ...job, timeoutMs: 1000, memoryMib: 512 }, { sandbox: values.sandbox }, shared);
    }
  };
  const executed = await timed(() => executeAll(sandbox));
  const alone = await timed(() => executeAll());
  const times = (other: number) => `${other.toFixed(1)} (${(scored / other).toFixed(2)} times)`;
  console.log(
    `score ${scored.toFixed(1)} items/s; execute ${times(executed)}, each call with its own sandbox ${times(alone)}`,
  );
}
await sandbox.close();
process.exitCode = lost + mixedUp > 0 ? 1 : 0;
