/**
 * Records the study that the demo replays: runs mutagree on `starter` against SmolLM2-135M-Instruct behind an
 * OpenAI-compatible endpoint, then packs the variants and the replies. Stop it at any time; it goes on where it was.
 * `npx tsx data/recordings/record-starter.ts [run directory] [--sequences 2] [--threads N]`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { processIo } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { packageRoot } from '../../src/package-root.ts';
import { readManifest } from '../../src/store/run-directory.ts';
import { installModel, RUNTIME, SMOLLM2 } from './install-smollm2.ts';
import { serveOpenAi } from './openai-endpoint.ts';

const target = join(packageRoot(), 'data', 'recordings', 'starter-smollm2-135m');

/** Lines in a fixed order: which reply came first says nothing, and the same replies give the same file. */
function pack(run: string, log: string): void {
  const lines = readFileSync(join(run, `${log}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  const sorted = log === 'replies' ? lines.toSorted() : lines;
  writeFileSync(join(target, `${log}.jsonl.gz`), gzipSync(`${sorted.join('\n')}\n`, { level: 9 }));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sequences: { type: 'string', default: '2' }, threads: { type: 'string' } },
});
const run = positionals[0] ?? join(tmpdir(), 'mutagree-record-starter');
const file = installModel();
const threads = values.threads ? { threads: Number(values.threads) } : {};
const model = await createGgufModel({ path: file, sequences: Number(values.sequences), ...threads });
const endpoint = await serveOpenAi({ ...model, id: SMOLLM2.id }, { log: `${run}.requests.jsonl` });
const sampling = ['--variants', '6', '--temperature', '0.6', '--top-p', '0.95', '--max-tokens', '160'];
const asking = ['--model', SMOLLM2.id, '--base-url', endpoint.baseUrl, '--concurrency', values.sequences];
const code = await runCli(['run', '--dataset', 'starter', ...asking, '--out', run, ...sampling], processIo());
await endpoint.close();
await model.close();
if (code !== 0) process.exit(code);

mkdirSync(target, { recursive: true });
pack(run, 'variants');
pack(run, 'replies');
const manifest = await readManifest(run);
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: packageRoot() }).trim();
const about = {
  model: { ...SMOLLM2, runtime: RUNTIME },
  dataset: manifest?.dataset,
  settings: manifest?.config,
  recorded: manifest?.createdAt,
  finished: manifest?.updatedAt,
  commit,
};
writeFileSync(join(target, 'recording.json'), `${JSON.stringify(about, null, 2)}\n`);
console.log(`packed ${target}`);
