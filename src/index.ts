/** mutagree as a library: the same functions that the command line calls. They print nothing and end no process. */
export { scorers } from '../agreement/index.ts';
export { mutators } from '../mutators/index.ts';
export {
  buildBaseImage,
  buildImages,
  type ImageOutcome,
  listImages,
} from './app/build-images.ts';
export { type ClassifiedFailures, classify } from './app/classify-failures.ts';
export { collectTasks } from './app/collect-tasks.ts';
export { compare, type RunComparison } from './app/compare-runs.ts';
export type { UseEvent, UseOptions } from './app/context.ts';
export { diagnose, type Finding } from './app/diagnose-machine.ts';
export { estimate, type ModelEstimate, type StudyEstimate } from './app/estimate-run.ts';
export { type Evaluation, evaluate } from './app/evaluate-samples.ts';
export type { ExecutedJob, ExecuteJob, JobInput } from './app/execute-jobs.ts';
export {
  type ExecutedJobs,
  execute,
  executeJobs,
} from './app/execute-jobs.ts';
export {
  type MergeOutcome,
  mergeLabels,
  sheetOfItems,
  suggestLabels,
} from './app/label-tasks.ts';
export { listDatasets, listMutators, listScorers } from './app/list-catalogue.ts';
export { type MutateOptions, mutate, toTask } from './app/mutate-prompt.ts';
export { type MutatedTasks, mutateTasks } from './app/mutate-tasks.ts';
export { type DatasetProfile, profile } from './app/profile-tasks.ts';
export { report } from './app/report-runs.ts';
export { type RunOutcome, run, type StudyOutcome } from './app/run-study.ts';
export { type QueueOverview, queueOverview, type RunningWorker, runWorker } from './app/run-worker.ts';
export { type ScoredItem, type ScoreItem, type ScoreOptions, score } from './app/score-programs.ts';
export { type SelectPatchSettings, selectPatch } from './app/select-patch.ts';
export { type SelectInput, type Selection, type SelectOptions, select } from './app/select-program.ts';
export { type SelectionDocument, selectPrograms } from './app/select-programs.ts';
export { type ServeSettings, serve } from './app/serve-model.ts';
export { serveTools } from './app/serve-tools.ts';
export type { QueueSettings, SandboxSettings, StudySettings, TaskSettings } from './app/settings/config.ts';
export type {
  ClassifySettings,
  EstimateSettings,
  ExecuteSettings,
  ImageSettings,
  ReportSettings,
  WorkerSettings,
} from './app/settings/verb-settings.ts';
export { type SolvedLine, type SolveTasksSettings, solveTasks } from './app/solve-dataset.ts';
export {
  type FunctionSolution,
  type SolveFunctionOptions,
  solveFunction,
} from './app/solve-function.ts';
export {
  type AskOptions,
  openSolver,
  type SolveOptions,
  type Solver,
  type SolveSettings,
  solve,
} from './app/solve-question.ts';
export { type ViewOptions, viewRuns } from './app/view-runs.ts';
export { writeConfig } from './app/write-config.ts';
export type { ChatMessage, ChatModel, ChatReply, ChatRequest } from './core/chat.ts';
export * from './core/errors.ts';
export type { ConsensusSet, ExecutionMatrix, Ranking, Scorer } from './core/matrix.ts';
export type { Mutation, Mutator, Variant } from './core/mutation.ts';
export type { Candidate, GeneratedTest, Origin, TestBody } from './core/program.ts';
export type { Verdict } from './core/sandbox.ts';
export type { Task, TaskLabels } from './core/task.ts';
export { type NamedDataset, readDataset } from './datasets/read-dataset.ts';
export type { PatchGroup, PatchSelection, PatchTest } from './records/patch-selection.ts';
export type { RankingRecord, RefusalRecord, RunRecord } from './records/run-record.ts';
export type { Parting, Question, Solution, SolutionCost, SolutionProblem, SolutionSet } from './records/solution.ts';
export type { Study } from './records/study.ts';
export type { ModelServer } from './serve/http-server.ts';
export { loadRun } from './store/load-run.ts';
export { loadStudy } from './store/study-directory.ts';
