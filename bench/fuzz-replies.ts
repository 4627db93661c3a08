/**
 * Mutilated real replies (those of data/recordings) through everything that reads replies: exceptions, slow readings,
 * readings that differ the second time.
 *
 * npx tsx bench/fuzz-replies.ts [--replies 20000] [--seed 1] [--slow-ms 2000]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createRng } from '../src/core/random.ts';
import { packageRoot } from '../src/package-root.ts';
import { fuzzReplies, fuzzReply } from './hostile/fuzz-replies.ts';

const { values } = parseArgs({
  options: {
    replies: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    'slow-ms': { type: 'string', default: '2000' },
  },
});
const recording = join(packageRoot(), 'data/recordings/starter-smollm2-135m-n16/replies.jsonl.gz');
const seeds = gunzipSync(readFileSync(recording))
  .toString()
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { reply: { text: string } }).reply.text);
const rng = createRng(Number(values.seed));
function* texts() {
  for (let index = 0; index < Number(values.replies); index++) yield fuzzReply(seeds, rng.fork('reply', index));
}
const { faults, read, slowestMs } = fuzzReplies(texts(), Number(values['slow-ms']));
console.log(
  `${read} replies of ${seeds.length} real ones: ${faults.length} faults; slowest reading ${slowestMs.toFixed(0)} ms CPU`,
);
for (const { what, text } of faults.slice(0, 20)) console.log(`${what}: ${JSON.stringify(text.slice(0, 400))}`);
if (faults.length > 0) process.exitCode = 1;
