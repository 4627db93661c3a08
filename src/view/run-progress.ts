import { join } from 'node:path';
import { z } from 'zod';
import { sampleKey } from '../core/program.ts';
import type { RunManifest } from '../records/run-record.ts';
import type { RunLogs } from '../records/run-store.ts';
import { openRegular } from '../store/files.ts';
import { eachRecord } from '../store/jsonl-log.ts';

/**
 * Follows a JSONL file that another process appends to: each call reads only new lines, up to the last whole one.
 *
 * @returns reads on, and returns the number of whole lines so far; 0 where there is no file, or something else in its
 * place; throws a StoreError `log-broken`
 */
export function followJsonl(path: string, onRecord: (record: unknown) => void = () => {}): () => Promise<number> {
  let offset = 0;
  let lines = 0;
  return async () => {
    const file = await openRegular(path).catch(() => null);
    const blocks = file?.createReadStream({ start: offset }) ?? [];
    const { intactBytes } = await eachRecord(blocks as AsyncIterable<Buffer>, path, z.unknown(), (record) => {
      lines++;
      onRecord(record);
    });
    offset += intactBytes;
    return lines;
  };
}

/** How far one stage of a run is. */
export interface StageProgress {
  readonly stage: string;
  readonly done: number;
  /** null while it is not known. */
  readonly total: number | null;
}

/** Replies that the planned samples of a task ask for: a program and a test reply each. */
function plannedReplies({ armSamples }: RunLogs['tasks']): number {
  return 2 * new Set(armSamples.flatMap((arm) => arm.samples.map(sampleKey))).size;
}

/** Reads a run's progress from the lengths of its logs, incrementally. */
export function followRun(directory: string) {
  let planned = 0;
  let programs = 0;
  const follow = (log: string, onRecord?: (record: unknown) => void) =>
    followJsonl(join(directory, `${log}.jsonl`), onRecord);
  const tasks = follow('tasks', (task) => {
    planned += plannedReplies(task as RunLogs['tasks']);
  });
  const candidates = follow('candidates', (record) => {
    programs += (record as RunLogs['candidates']).candidates.length;
  });
  const replies = follow('replies');
  const failures = follow('failures');
  const verdicts = follow('verdicts');
  const rankings = follow('rankings');
  const official = follow('official');
  /** The stages in order. Replies that write variants count with the others, so that a total may be passed. */
  return async ({ dataset, arms }: RunManifest): Promise<readonly StageProgress[]> => {
    const mutated = await tasks();
    const answered = (await replies()) + (await failures());
    const total = (await candidates()) >= dataset.tasks ? programs : null;
    const ranked = dataset.tasks * arms.filter((arm) => arm !== 'baseline').length;
    return [
      { stage: 'mutate', done: mutated, total: dataset.tasks },
      { stage: 'generate', done: answered, total: mutated >= dataset.tasks ? planned : null },
      { stage: 'execute', done: await verdicts(), total },
      { stage: 'rank', done: await rankings(), total: ranked },
      { stage: 'evaluate', done: await official(), total },
    ];
  };
}
