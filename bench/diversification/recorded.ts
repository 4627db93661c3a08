import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { RUNTIME, SMOLLM2 } from '../../data/recordings/install-smollm2.ts';
import type { ChatReply, ChatRequest } from '../../src/core/chat.ts';
import type { Variant } from '../../src/core/mutation.ts';
import type { Strength } from '../../src/core/strength.ts';
import { packageRoot } from '../../src/package-root.ts';

/** A composition with the strength that it was made at. */
export interface ComposedVariant extends Variant {
  readonly strength: Strength;
}

/** A reply as recordings keep it. */
export interface RecordedReply {
  readonly key: string;
  readonly model: string;
  readonly taskId: string;
  readonly variantId: string;
  readonly purpose: string;
  readonly request: ChatRequest;
  readonly reply: ChatReply;
  readonly replayed: boolean;
}

const folderOf = (recording: string) => join(packageRoot(), 'data', 'recordings', recording);

/** The lines of one file of a recording. */
export function readRecorded<Line>(recording: string, log: 'variants' | 'replies'): Line[] {
  const packed = readFileSync(join(folderOf(recording), `${log}.jsonl.gz`));
  return gunzipSync(packed)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

export const COMPOSITIONS = 'starter-smollm2-135m-compositions';

/** Writes the recording of compositions, its replies in the order of their variants. */
export function packCompositions(
  variants: readonly ComposedVariant[],
  replies: readonly RecordedReply[],
  sampling: Readonly<Record<string, unknown>>,
): void {
  const target = folderOf(COMPOSITIONS);
  mkdirSync(target, { recursive: true });
  const write = (log: string, records: readonly unknown[]) =>
    writeFileSync(
      join(target, `${log}.jsonl.gz`),
      gzipSync(records.map((record) => `${JSON.stringify(record)}\n`).join(''), { level: 9 }),
    );
  const asked = new Set(replies.map(({ variantId }) => variantId));
  write(
    'variants',
    variants.filter(({ id }) => asked.has(id)),
  );
  const place = ({ variantId, request }: RecordedReply) => `${variantId} ${String(request.sample).padStart(4, '0')}`;
  write(
    'replies',
    [...replies].sort((a, b) => (place(a) < place(b) ? -1 : 1)),
  );
  const about = {
    model: { ...SMOLLM2, runtime: RUNTIME },
    dataset: 'starter',
    replies: replies.length,
    variants: variants.filter(({ id }) => asked.has(id)).length,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: packageRoot() }).trim(),
    packed: new Date().toISOString(),
    sampling,
  };
  writeFileSync(join(target, 'recording.json'), `${JSON.stringify(about, null, 2)}\n`);
  console.log(`packed ${replies.length} replies into ${target}`);
}
