/**
 * CPU time of every function that reads a model's text, on every hostile shape at 10, 20, 40 and 80 thousand characters
 * and at two million; ends with 1 where one grows faster than its text, or takes more than two seconds.
 *
 * npx tsx bench/hostile-replies.ts [--function NAME] [--shape NAME] [--all]
 */
import { parseArgs } from 'node:util';
import { cpuMsOf, type Growth, growthOf, isLinear, SIZES } from './hostile/growth.ts';
import { HOSTILE_SHAPES } from './hostile/hostile-shapes.ts';
import { REPLY_FUNCTIONS } from './hostile/reply-functions.ts';

const { values } = parseArgs({
  options: {
    function: { type: 'string', default: '' },
    shape: { type: 'string', default: '' },
    all: { type: 'boolean' },
  },
});
const LONG = 2_000_000;
const MOST_MS = 2000;
let bad = 0;
console.log('function | slowest shape: CPU ms at each length | largest factor | slowest at 2 MB');
/** Such as "12/25/50/100 at 10000 to 80000". */
const measured = ({ sizes, ms }: Pick<Growth, 'sizes' | 'ms'>) =>
  `${ms.map((one) => one.toFixed(0)).join('/')} at ${sizes[0]} to ${sizes.at(-1)}`;
for (const { name, read } of REPLY_FUNCTIONS.filter((each) => each.name.includes(values.function))) {
  let slowest = { shape: '', sizes: SIZES as readonly number[], ms: [0, 0, 0, 0] as readonly number[] };
  let steepest = { shape: '', factor: 0 };
  let longest = { shape: '', ms: 0 };
  for (const { name: shape, write } of HOSTILE_SHAPES.filter((each) => each.name.includes(values.shape))) {
    const growth = growthOf(read, write);
    const long = cpuMsOf(() => read(write(LONG)));
    const isBad = !isLinear(growth) || long > MOST_MS;
    if (isBad) bad += 1;
    if (isBad || values.all) {
      console.log(
        `  ${name} | ${shape} | ${measured(growth)} | ${growth.factor?.toFixed(2) ?? '-'} | ${long.toFixed(0)}`,
      );
    }
    if ((growth.ms[3] ?? 0) > (slowest.ms[3] ?? 0)) slowest = { shape, ...growth };
    if ((growth.factor ?? 0) > steepest.factor) steepest = { shape, factor: growth.factor ?? 0 };
    if (long > longest.ms) longest = { shape, ms: long };
  }
  console.log(
    `${name} | ${slowest.shape} | ${measured(slowest)} | ` +
      `${steepest.factor.toFixed(2)} (${steepest.shape}) | ${longest.ms.toFixed(0)} (${longest.shape})`,
  );
}
console.log(`${HOSTILE_SHAPES.length} shapes, ${bad} beyond the limits`);
if (bad > 0) process.exitCode = 1;
