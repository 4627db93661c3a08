import { join } from 'node:path';
import { sampleKey } from '../core/program.ts';
import type { RunManifest } from '../records/run-record.ts';
import type { RunLogs } from '../records/run-store.ts';
import { JsonlTail } from './jsonl-tail.ts';

/** How far one stage of a run is. */
export interface StageProgress {
  readonly stage: string;
  readonly done: number;
  /** null while it is not known. */
  readonly total: number | null;
}

/** Replies that the planned samples of a task ask for: a program and a test reply each. */
function plannedReplies({ armSamples }: RunLogs['tasks']): number {
  const samples = new Set(armSamples.flatMap((arm) => arm.samples.map(sampleKey)));
  return 2 * samples.size;
}

/** Reads a run's progress from the lengths of its logs, incrementally. */
export class RunProgress {
  #replies = 0;
  #candidates = 0;
  readonly #tasks: JsonlTail;
  readonly #programs: JsonlTail;
  readonly #counted: Readonly<Record<'replies' | 'failures' | 'verdicts' | 'rankings' | 'official', JsonlTail>>;

  constructor(directory: string) {
    const tail = (name: string, onRecord?: (record: unknown) => void) =>
      new JsonlTail(join(directory, `${name}.jsonl`), onRecord);
    this.#tasks = tail('tasks', (task) => {
      this.#replies += plannedReplies(task as RunLogs['tasks']);
    });
    this.#programs = tail('candidates', (record) => {
      this.#candidates += (record as RunLogs['candidates']).candidates.length;
    });
    this.#counted = {
      replies: tail('replies'),
      failures: tail('failures'),
      verdicts: tail('verdicts'),
      rankings: tail('rankings'),
      official: tail('official'),
    };
  }

  /** The stages in order. Replies that write variants count with the others, so that a total may be passed. */
  async read({ dataset, arms }: RunManifest): Promise<readonly StageProgress[]> {
    const tasks = await this.#tasks.read();
    const programs = await this.#programs.read();
    const { replies, failures, verdicts, rankings, official } = this.#counted;
    const isPlanned = tasks >= dataset.tasks;
    const isExtracted = programs >= dataset.tasks;
    return [
      { stage: 'mutate', done: tasks, total: dataset.tasks },
      {
        stage: 'generate',
        done: (await replies.read()) + (await failures.read()),
        total: isPlanned ? this.#replies : null,
      },
      { stage: 'execute', done: await verdicts.read(), total: isExtracted ? this.#candidates : null },
      {
        stage: 'rank',
        done: await rankings.read(),
        total: dataset.tasks * arms.filter((arm) => arm !== 'baseline').length,
      },
      { stage: 'evaluate', done: await official.read(), total: isExtracted ? this.#candidates : null },
    ];
  }
}
