import type { FailedCall, ReplyRecord } from '../core/chat.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Refusal, Variant } from '../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { Stored } from '../core/stored.ts';
import type { CallRecord } from '../core/token-cost.ts';
import type { DrawRecord } from './draws.ts';
import type { LogName, RunLogs } from './log-schemas.ts';
import type { manifestSchema } from './manifest-schema.ts';

export { RUN_SCHEMA_VERSION } from './manifest-schema.ts';

/** What a line of a log says, whatever it is found by. */
type Content<K extends LogName> = Omit<RunLogs[K], 'key'>;

export type RunManifest = Stored<typeof manifestSchema>;
export type RunStatus = RunManifest['status'];
export type TaskRecord = Omit<Content<'tasks'>, 'refusals' | 'armSamples'>;
export type RefusalRecord = RunLogs['tasks']['refusals'][number] & Refusal;
export type ExtractionProblem = RunLogs['candidates']['problems'][number];
export type ArmSamples = RunLogs['tasks']['armSamples'][number];
export type RankingRecord = Content<'rankings'>;
export type OfficialRecord = Content<'official'>;
export type AblationRanking = Content<'ablation'>;
/** One of the four: which prompts the programs and which the tests were asked with. */
export type AblationCell = Pick<AblationRanking, 'programs' | 'tests'>;
export type ReferenceVerdicts = Content<'reference'>;
export type ExplainedFailure = Content<'explanations'>;
export type EfficiencyRecord = Content<'efficiency'>;

/** The problem of a reply with code that parses, of which the program that was taken does not. */
export const PROGRAM_LOST = 'program-lost';

/** Cells of generated tests by which one program cost the sandbox its process; each is an `error` of the matrix. */
export interface FatalCells {
  readonly taskId: string;
  readonly candidateId: string;
  readonly reasons: readonly string[];
}

export interface RunRecord {
  readonly manifest: RunManifest;
  readonly tasks: readonly TaskRecord[];
  readonly variants: readonly Variant[];
  readonly refusals: readonly RefusalRecord[];
  readonly replies: readonly ReplyRecord[];
  /** Calls that were made, answered or not; absent in runs of before they were written down. */
  readonly calls?: readonly CallRecord[] | undefined;
  /** Single calls that failed and were not answered later; absent in runs of before they were kept. */
  readonly failures?: readonly FailedCall[] | undefined;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
  readonly problems: readonly ExtractionProblem[];
  /** Rows that cost the sandbox its process; absent or empty where none did. */
  readonly fatalCells?: readonly FatalCells[] | undefined;
  /** Over the union of all arms; an arm is the sub-matrix of its samples. */
  readonly matrices: readonly ExecutionMatrix[];
  readonly armSamples: readonly (ArmSamples & { readonly taskId: string })[];
  readonly rankings: readonly RankingRecord[];
  readonly official: readonly OfficialRecord[];
  /** Why programs failed; absent or empty in runs of before that was kept. */
  readonly explanations?: readonly ExplainedFailure[] | undefined;
  /** References of the tasks in which a program failed. */
  readonly solutions?: readonly Content<'solutions'>[] | undefined;
  /** Rankings of {original, mutated} prompts crossed; absent or empty where the run was not ablated. */
  readonly ablation?: readonly AblationRanking[] | undefined;
  /** Every draw of the arms out of samples that were given; absent or empty where models were asked. */
  readonly draws?: readonly DrawRecord[] | undefined;
  /** The reference on the generated tests, after the fact; of tasks that have one. */
  readonly referenceVerdicts?: readonly ReferenceVerdicts[] | undefined;
  readonly efficiency?: readonly EfficiencyRecord[] | undefined;
}
