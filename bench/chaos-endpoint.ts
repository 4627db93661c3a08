/**
 * An endpoint that misbehaves, in front of your own: 429 storms with and without retry-after (also by a clock that
 * jumps), 500, 502 with HTML, cut streams, slow bodies, broken and foreign JSON, duplicated answers. Point a trial at it
 * and see that it ends as it would without:
 *
 *   npx tsx bench/chaos-endpoint.ts --upstream http://127.0.0.1:11434/v1 --port 8099 --seed 1 --rate 0.3
 *   mutagree run --dataset starter --limit 5 --model qwen2.5-coder --base-url http://127.0.0.1:8099/v1
 *
 * Ctrl-C ends it and prints what it did.
 */
import { parseArgs } from 'node:util';
import { startChaos, tallyLines } from './chaos/chaos-server.ts';

const { values } = parseArgs({
  options: {
    upstream: { type: 'string' },
    port: { type: 'string', default: '8099' },
    seed: { type: 'string', default: '0' },
    rate: { type: 'string', default: '0.3' },
    'storm-length': { type: 'string', default: '12' },
  },
});
const numbers = [values.port, values.seed, values.rate, values['storm-length']].map(Number);
const [port = 0, seed = 0, rate = 0, stormLength = 0] = numbers;
if (!values.upstream || !URL.canParse(values.upstream) || !numbers.every(Number.isFinite) || rate < 0 || rate > 1) {
  console.error('Usage: chaos-endpoint --upstream URL [--port N] [--seed N] [--rate 0..1] [--storm-length N]');
  process.exit(2);
}
const chaos = await startChaos({ upstream: values.upstream, port, seed, rate, stormLength });
console.error(`Disturbs ${rate * 100} % of what goes through ${chaos.baseUrl} to ${values.upstream}; Ctrl-C ends it.`);
process.once('SIGINT', async () => {
  await chaos.close();
  console.log(tallyLines(chaos.tally).join('\n'));
});
