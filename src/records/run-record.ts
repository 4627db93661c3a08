import type { Arm, Pool } from '../core/arm.ts';
import type { FailedCall, ReplyPurpose, ReplyRecord } from '../core/chat.ts';
import type { ExplainedFailure, FailedTest, KeptSolution } from '../core/explanation.ts';
import type { GivenFiles } from '../core/given-samples.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Refusal, Variant } from '../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { CandidateProblem } from '../core/repository.ts';
import type { Verdict } from '../core/sandbox.ts';
import type { TaskLabels } from '../core/task.ts';
import type { CallRecord, ModelPrices } from '../core/token-cost.ts';
import type { CrossedRecord } from './crossed.ts';

export const RUN_SCHEMA_VERSION = 1;

export type RunStatus = 'running' | 'finished' | 'interrupted' | 'budget-reached' | 'failed';

/** `manifest.json`: what was run, on what, with which versions. */
export interface RunManifest {
  readonly schemaVersion: typeof RUN_SCHEMA_VERSION;
  readonly status: RunStatus;
  /** ISO time. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The validated configuration, without any secret. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly dataset: { readonly name: string; readonly format: string; readonly sha256: string; readonly tasks: number };
  readonly model: { readonly id: string; readonly endpoint: string | null };
  readonly sandbox: { readonly name: string; readonly detail: string };
  /** Image name -> digest, of the containers that tasks of repositories ran in; absent without any. */
  readonly images?: Readonly<Record<string, string>>;
  /** mutagree, node, python, platform and the like. */
  readonly versions: Readonly<Record<string, string>>;
  /** Of the folder that the run was started in; `dirty` only in records of versions that asked git. */
  readonly git: { readonly commit: string; readonly dirty?: boolean } | null;
  /** Samples per task and arm: N programs and N test replies. */
  readonly samplesPerArm: number;
  readonly arms: readonly Arm[];
  readonly scorer: string;
  readonly k: readonly number[];
  /** Wall milliseconds spent in each stage so far, over all sessions of this run. */
  readonly stageMs: Readonly<Record<string, number>>;
  /** By model id: prices that the account is made with; a model that is not among them has none. */
  readonly prices?: Readonly<Record<string, ModelPrices>>;
  /** Which repeat of a study with the same settings this is, from 1; absent where it is the only one. */
  readonly repeat?: number;
  /** Where programs and tests are from, where no model was asked. */
  readonly given?: GivenFiles;
}

export interface TaskRecord {
  readonly taskId: string;
  readonly promptText: string;
  readonly entryPoint: string | null;
  readonly labels: TaskLabels;
  /** ISO date of publication, where the set gives one. */
  readonly date?: string;
}

/** Mutators that left a task alone, with the reason (`guard:<name>` where a guard did). */
export interface RefusalRecord extends Refusal {
  readonly taskId: string;
  readonly mutator: string;
}

/** The problem of a reply with code that parses, of which the program that was taken does not. */
export const PROGRAM_LOST = 'program-lost';

/** A reply that gave no program, or no test. */
export interface ExtractionProblem {
  readonly taskId: string;
  readonly variantId: string;
  readonly sample: number;
  readonly purpose: ReplyPurpose;
  /** Stable kebab-case id, such as `no-code`, `syntax-error`, `entry-missing`, `no-tests`, `refused`, `call-failed`. */
  readonly problem: string;
}

/** Which samples an arm of a task is made of; the same list serves programs and tests unless `tests` says otherwise. */
export interface ArmSamples {
  readonly arm: Arm;
  readonly samples: readonly { readonly variantId: string; readonly sample: number }[];
  /** Of its test replies, where they are others. */
  readonly tests?: readonly { readonly variantId: string; readonly sample: number }[];
}

/** What stage 6 decided for one task, arm and scorer. */
/** A consensus set by ids. */
export interface RankedSet {
  readonly candidateIds: readonly string[];
  readonly testIds: readonly string[];
  readonly score: number;
  readonly tieBreak?: number;
}

export interface RankingRecord {
  readonly taskId: string;
  readonly arm: Arm;
  /** The rule of the run. */
  readonly scorer: string;
  /** The rule that a rival arm ranks by, where it has one of its own. */
  readonly rule?: string;
  /** Questions that a rival arm asked after the ranking; absent where it asks none. */
  readonly asked?: number;
  /** Best first; sets of equal score and tie-break are tied. */
  readonly sets: readonly RankedSet[];
  /** The same with weak passes taken for failures; absent if there are none. */
  readonly strongSets?: readonly RankedSet[];
  /** Candidates that share the best score. */
  readonly tiedIds: readonly string[];
  /** The seeded draw among them (among all candidates where none is ranked); null where the arm has no program. */
  readonly pickedId: string | null;
  /** Whether no candidate passed any test, so that the pick is a plain draw. */
  readonly abstained: boolean;
  /** Probability that the pick passes the official tests, from agreement alone; null or absent where it is unknown. */
  readonly confidence?: number | null;
}

/** What the official tests said of one program, after the pick. */
export interface OfficialRecord {
  readonly taskId: string;
  readonly candidateId: string;
  readonly passed: boolean;
  /** The first verdict that is not a pass, or `pass`. */
  readonly verdict: Verdict;
  readonly detail: string | null;
  /** By part, where the benchmark reports parts of its tests apart (EvalPlus: `base` and `plus`). */
  readonly parts?: Readonly<Record<string, Verdict>>;
  /** Why there are no verdicts of single tests; absent where there are. */
  readonly problem?: CandidateProblem;
  /** How many of the official tests passed, of how many; absent where not each of them was run by itself. */
  readonly tests?: { readonly passed: number; readonly total: number };
  /** The first test that did not pass; absent where all did, or where no single one is known. */
  readonly failed?: FailedTest;
  /** How the program cost the sandbox its process; absent where it did not. */
  readonly fatal?: string;
}

/** Cells of generated tests by which one program cost the sandbox its process; each is an `error` of the matrix. */
export interface FatalCells {
  readonly taskId: string;
  readonly candidateId: string;
  /** One per cell. */
  readonly reasons: readonly string[];
}

/** One of the four: which prompts the programs and which the tests were asked with. */
export interface AblationCell {
  readonly programs: Pool;
  readonly tests: Pool;
}

/** What stage 6 decided for one task and cell. */
export interface AblationRanking extends AblationCell, Omit<RankingRecord, 'arm'> {}

/** What the reference did on the generated tests of one task, after the fact. */
export interface ReferenceVerdicts {
  readonly taskId: string;
  readonly testIds: readonly string[];
  /** In the order of `testIds`: whether the reference passes. */
  readonly passed: readonly boolean[];
  /** Why it could not be run; then there are no test ids. */
  readonly problem?: string;
}

/** What a program takes and how it reads; of the official tests of its task. */
export interface ProgramMeasures {
  /** Milliseconds of CPU for all official tests once, the smallest of several rounds. */
  readonly cpuMs: number;
  /** Most memory that Python held at once for objects made during the tests, in KiB. */
  readonly peakKib: number;
  readonly cyclomatic: number;
  readonly cognitive: number;
  /** 0 to 100. */
  readonly maintainabilityIndex: number;
  readonly sourceLines: number;
}

/** Measures of a passing program; `candidateId` null: the benchmark's own reference. */
export interface EfficiencyRecord {
  readonly taskId: string;
  readonly candidateId: string | null;
  /** Null where the program could not be measured (it passes, but not under the measuring). */
  readonly measures: ProgramMeasures | null;
  /** Why there are none. */
  readonly problem?: string;
}

/** A whole run directory in memory: all that reporters may read. */
export interface RunRecord {
  readonly manifest: RunManifest;
  readonly tasks: readonly TaskRecord[];
  readonly variants: readonly Variant[];
  readonly refusals: readonly RefusalRecord[];
  readonly replies: readonly ReplyRecord[];
  /** Calls that were made, answered or not; absent in runs of before they were written down. */
  readonly calls?: readonly CallRecord[];
  /** Single calls that failed and were not answered later; absent in runs of before they were kept. */
  readonly failures?: readonly FailedCall[];
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
  readonly problems: readonly ExtractionProblem[];
  /** Rows that cost the sandbox its process; absent or empty where none did. */
  readonly fatalCells?: readonly FatalCells[];
  /** Over the union of all arms; an arm is the sub-matrix of its samples. */
  readonly matrices: readonly ExecutionMatrix[];
  readonly armSamples: readonly (ArmSamples & { readonly taskId: string })[];
  readonly rankings: readonly RankingRecord[];
  readonly official: readonly OfficialRecord[];
  /** Why programs failed; absent or empty in runs of before that was kept. */
  readonly explanations?: readonly ExplainedFailure[];
  /** References of the tasks in which a program failed. */
  readonly solutions?: readonly KeptSolution[];
  /** Rankings of {original, mutated} prompts crossed; absent or empty where the run was not ablated. */
  readonly ablation?: readonly AblationRanking[];
  /** Every draw of the arms out of samples that were given; absent or empty where models were asked. */
  readonly crossed?: readonly CrossedRecord[];
  /** The reference on the generated tests, after the fact; of tasks that have one. */
  readonly referenceVerdicts?: readonly ReferenceVerdicts[];
  /** Passing programs and references, measured on demand. */
  readonly efficiency?: readonly EfficiencyRecord[];
}
