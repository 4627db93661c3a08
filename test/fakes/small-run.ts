import type { MutatorFamily } from '../../src/core/mutation.ts';
import type { TaskLabels } from '../../src/core/task.ts';
import type { RankingRecord, RunRecord } from '../../src/records/run-record.ts';
import { gathered, syntheticRun } from './run-record.ts';

/** One task by hand: prompt -> whether each of its samples passes the official tests; null gave no program. */
export interface SmallTask {
  readonly original: readonly (boolean | null)[];
  /** By mutator. */
  readonly variants?: Readonly<Record<string, readonly (boolean | null)[]>>;
  readonly labels?: TaskLabels;
  /** Whether `mutation-ensemble` picked the right program; true where absent, null where it abstained. */
  readonly picksRight?: boolean | null;
  readonly date?: string;
}

/** By the first part of a mutator's name. */
const FAMILIES: Readonly<Record<string, MutatorFamily>> = { lex: 'lexical', syn: 'grammatical', fmt: 'layout' };

const familyOf = (mutator: string) => FAMILIES[mutator.split('-')[0] ?? ''] ?? 'naming';

/**
 * A run with one program that passes (`right`) and one that does not (`wrong`) per task; `self-agreement` has the
 * original's samples, `mutation-ensemble` those of all prompts, and both pick by `picksRight`.
 */
export function smallRun(tasks: Readonly<Record<string, SmallTask>>, changes: Partial<RunRecord> = {}): RunRecord {
  const { manifest } = syntheticRun({ tasks: 1 });
  const parts = Object.entries(tasks).map(([taskId, task]) => {
    const prompts = [
      { id: `${taskId}::original`, mutator: null, outcomes: task.original },
      ...Object.entries(task.variants ?? {}).map(([mutator, outcomes]) => ({
        id: `${taskId}::${mutator}::s1.0`,
        mutator,
        outcomes,
      })),
    ];
    const originsOf = (right: boolean) =>
      prompts.flatMap(({ id, outcomes }) =>
        outcomes.flatMap((outcome, sample) => (outcome === right ? [{ variantId: id, sample }] : [])),
      );
    const all = prompts.flatMap(({ id, outcomes }) => outcomes.map((_, sample) => ({ variantId: id, sample })));
    const { picksRight = true, date } = task;
    const dated = date === undefined ? {} : { date };
    const ranking = (arm: RankingRecord['arm']): RankingRecord => ({
      taskId,
      arm,
      scorer: manifest.scorer,
      sets: picksRight === null ? [] : [{ candidateIds: [picksRight ? 'right' : 'wrong'], testIds: [], score: 1 }],
      tiedIds: [],
      pickedId: picksRight === false ? 'wrong' : 'right',
      abstained: picksRight === null,
    });
    return {
      tasks: [{ taskId, promptText: 'p', entryPoint: 'f', labels: task.labels ?? {}, ...dated }],
      variants: prompts.map(({ id, mutator }) => {
        const made = { preserves: 'exact-meaning', seed: 1, edits: [], renames: {} } as const;
        const mutation = mutator === null ? null : { mutator, family: familyOf(mutator), ...made };
        return { id, taskId, prompt: 'p', mutation };
      }),
      candidates: [true, false].flatMap((right) => {
        const origins = originsOf(right);
        return origins.length === 0 ? [] : [{ id: right ? 'right' : 'wrong', taskId, code: 'x', origins }];
      }),
      armSamples: [
        { taskId, arm: 'self-agreement' as const, samples: all.slice(0, task.original.length) },
        { taskId, arm: 'mutation-ensemble' as const, samples: all },
      ],
      rankings: [ranking('self-agreement'), ranking('mutation-ensemble')],
      official: [true, false].map((passed) => ({
        taskId,
        candidateId: passed ? 'right' : 'wrong',
        passed,
        verdict: passed ? ('pass' as const) : ('fail' as const),
        detail: null,
      })),
    };
  });
  const most = Math.max(1, ...Object.values(tasks).map(({ original }) => original.length));
  return {
    manifest: { ...manifest, samplesPerArm: most, k: [1, 2], arms: ['self-agreement', 'mutation-ensemble'] },
    ...gathered(parts),
    ...changes,
  };
}
