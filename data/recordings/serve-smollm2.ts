/**
 * Serves SmolLM2-135M-Instruct as an OpenAI-compatible endpoint, to record with or to try mutagree against:
 * `npx tsx data/recordings/serve-smollm2.ts [--port 8135] [--sequences 2] [--threads N] [--log requests.jsonl]
 * [--until-stdin-ends]`, the last for a script that must not leave it behind, however it ends itself
 */
import { parseArgs } from 'node:util';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { installModel, SMOLLM2 } from './install-smollm2.ts';
import { serveOpenAi } from './openai-endpoint.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8135' },
    sequences: { type: 'string', default: '2' },
    threads: { type: 'string' },
    log: { type: 'string' },
    'until-stdin-ends': { type: 'boolean', default: false },
  },
});

const threads = values.threads ? { threads: Number(values.threads) } : {};
const model = await createGgufModel({ path: installModel(), sequences: Number(values.sequences), ...threads });
const endpoint = await serveOpenAi(
  { ...model, id: SMOLLM2.id },
  { port: Number(values.port), ...(values.log ? { log: values.log } : {}) },
);
console.log(`serving ${SMOLLM2.id} at ${endpoint.baseUrl}`);

async function stop(): Promise<void> {
  await endpoint.close();
  await model.close();
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
if (values['until-stdin-ends']) process.stdin.once('end', stop).resume();
