/**
 * Records a study: runs mutagree on `starter` against SmolLM2-135M-Instruct behind an OpenAI-compatible endpoint, then
 * packs the variants and the replies. Stop it at any time; it goes on where it was. The defaults make what the demo
 * replays; `--variants 16 --into starter-smollm2-135m-n16 --recording data/recordings/starter-smollm2-135m` makes what
 * the published study does, taking over replies to the same requests.
 * `npx tsx data/recordings/record-starter.ts [run directory] [--sequences 2] [--threads N]`
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processIo } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { installModel, SMOLLM2 } from './install-smollm2.ts';
import { serveOpenAi } from './openai-endpoint.ts';
import { packRecording } from './pack-recording.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sequences: { type: 'string', default: '2' },
    threads: { type: 'string' },
    variants: { type: 'string', default: '6' },
    into: { type: 'string', default: 'starter-smollm2-135m' },
    recording: { type: 'string' },
  },
});
const run = positionals[0] ?? join(tmpdir(), `mutagree-record-${values.into}`);
const file = installModel();
const threads = values.threads ? { threads: Number(values.threads) } : {};
const model = await createGgufModel({ path: file, sequences: Number(values.sequences), ...threads });
const endpoint = await serveOpenAi({ ...model, id: SMOLLM2.id }, { log: `${run}.requests.jsonl` });
const sampling = ['--variants', values.variants, '--temperature', '0.6', '--top-p', '0.95', '--max-tokens', '160'];
const asking = ['--model', SMOLLM2.id, '--base-url', endpoint.baseUrl, '--concurrency', values.sequences];
const known = values.recording ? ['--recording', values.recording] : [];
const code = await runCli(['run', '--dataset', 'starter', ...asking, '--out', run, ...sampling, ...known], processIo());
await endpoint.close();
await model.close();
if (code !== 0) process.exit(code);

await packRecording([run], values.into);
