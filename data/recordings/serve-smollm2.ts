/**
 * Serves SmolLM2-135M-Instruct as an OpenAI-compatible endpoint, to record with or to try mutagree against:
 * `npx tsx data/recordings/serve-smollm2.ts [--port 8135] [--sequences 8] [--log requests.jsonl]`
 */
import { parseArgs } from 'node:util';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { installModel } from './install-smollm2.ts';
import { serveOpenAi } from './openai-endpoint.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8135' },
    sequences: { type: 'string', default: '8' },
    log: { type: 'string' },
  },
});

const model = await createGgufModel({ path: installModel(), sequences: Number(values.sequences) });
const { baseUrl } = await serveOpenAi(
  { ...model, id: 'smollm2-135m-instruct' },
  { port: Number(values.port), ...(values.log ? { log: values.log } : {}) },
);
console.log(`serving smollm2-135m-instruct at ${baseUrl}`);
