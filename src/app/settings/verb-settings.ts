import { z } from 'zod';
import { GATE_MEASURES } from '../../analysis/comparison/regression-gate.ts';
import { ARMS } from '../../core/arm.ts';
import { givenSetting, mutatorsSetting, pick, sandboxSettings, taskSettings } from './config.ts';
import { inGroup, type SettingsOf, setting } from './setting.ts';

const text = z.string().min(1);
const list = z.array(text).min(1);
const anyList = z.array(text).default([]);
const count = z.int().min(1);
const whole = z.int().min(0);
const ks = z.array(count).min(1);
const flag = z.boolean().default(false);
const optional = text.optional();
const FIRST = { first: true } as const;
const points = z.number().min(0).max(100).optional();

const fresh = setting(flag, 'Start over instead of resuming');
/** Limits that win over those of the file, if they are set. */
const ownLimits = inGroup('Sandbox', {
  timeoutMs: setting(z.int().min(10).optional(), "CPU milliseconds per test, if not the file's own", 'n'),
  memoryMib: setting(z.int().min(64).optional(), "Memory per program, if not the file's own", 'n'),
});

export const classifySettings = {
  failures: setting(optional, 'Lines of id, prompt, generated, pytest_output, reference', 'file'),
  run: setting(optional, 'Failed programs of a finished run', 'dir'),
  references: setting(optional, 'Right programs, lines of id, reference', 'file'),
  gold: setting(flag, 'Compare with "label", "second_label" of the file'),
  against: setting(optional, 'Second file of failures to compare with', 'file'),
} as const;
export type ClassifySettings = SettingsOf<typeof classifySettings>;

export const collectSettings = {
  source: setting(text, 'Checkout, package, folder of packages or .tar.gz', { argument: true }),
  out: setting(text, 'Folder for the tasks; the same command resumes there', 'dir', { short: 'o' }),
  only: setting(list.optional(), 'Folders below the source, comma-separated', 'folders'),
  package: setting(optional, 'Distribution name, if the source has none', 'name'),
  version: setting(optional, 'Its version, if the source has none', 'version', { flag: 'version-of-package' }),
  root: setting(z.enum(['sdist', 'site-packages']).default('sdist'), 'Kind of the source', 'kind'),
  install: setting(anyList, 'Requirements of the tests, comma-separated', 'requirements'),
  pytestArgs: setting(anyList, 'Argument of pytest; repeat for more', 'text', { flag: 'pytest-arg', repeat: true }),
  leastTests: setting(count.default(3), 'Fewest tests of a function', 'n'),
  leastWords: setting(whole.default(10), 'Fewest words of its docstring', 'n'),
  leastStatements: setting(whole.default(3), 'Fewest statements of its body', 'n'),
  distance: setting(count.default(2), 'Most calls from a test to the function', 'n'),
  subject: setting(text.default('any'), 'any, deep-learning, or words (two must occur)', 'words'),
  verify: setting(flag, 'Run the tests three times, and once on a stub'),
  python: setting(optional, 'Interpreter with what the tests need', 'command'),
  mostSeconds: setting(count.default(60), 'Most CPU seconds for the tests of a function', 'n'),
  jobs: setting(count.default(1), 'Candidates to run at once', 'n'),
  limit: setting(count.optional(), 'Draw n candidates evenly', 'n'),
} as const;

export const estimateSettings = {
  calibrate: setting(optional, 'Run or recording with earlier replies of the model', 'dir'),
  outputTokensPerCall: setting(count.optional(), 'Tokens of a reply, thought included, if known', 'n'),
  power: setting(flag, 'Show the smallest difference that can be found'),
  comparisons: setting(count.optional(), 'Comparisons to correct for, with --power', 'n'),
} as const;
export type EstimateSettings = SettingsOf<typeof estimateSettings>;

export const evaluateSettings = {
  ...pick('dataset'),
  samples: setting(text, 'Lines of task_id and completion or solution', 'file'),
  k: setting(ks.default([1, 10, 100]), 'The k of pass@k, comma-separated', 'list'),
  ...pick('failUnder'),
  partial: setting(flag, 'Leave out tasks that lack samples or packages'),
  extract: setting(flag, 'Take programs out of fences and prose of replies'),
  details: setting(flag, 'Run all parts of the tests, even after one fails'),
  checkReferences: setting(flag, "First run the benchmark's own solutions"),
  fresh,
  ...taskSettings,
  ...sandboxSettings,
  ...ownLimits,
  ...pick('queue'),
} as const;

export const executeSettings = {
  job: setting(text, 'Job as .json, or .jsonl of jobs with ids', 'file'),
  output: setting(optional, 'File to write, whole or not at all (default: stdout)', 'file', { short: 'o' }),
  fresh,
  ...sandboxSettings,
  ...ownLimits,
  ...pick('queue'),
} as const;
export type ExecuteSettings = SettingsOf<typeof executeSettings>;

export const imageSettings = {
  name: setting(optional, 'Name that "mutagree images list" shows, or all', { argument: true }),
  dataset: setting(optional, 'Build what the tasks of this file need', 'file'),
  base: setting(optional, 'Image with apt to build on', 'image'),
  network: setting(optional, 'Network of the build (default: host)', 'mode'),
  indexUrl: setting(optional, "Package index for pip (this machine's)", 'url'),
  ca: setting(optional, "Certificates for pip, PEM (this machine's)", 'file'),
  cache: setting(z.boolean().default(true), 'Use no layer of an earlier build', { flag: 'no-cache' }),
} as const;
export type ImageSettings = SettingsOf<typeof imageSettings>;

const codebook = setting(text, 'stage, ml-task, data-type, bug-kind or a YAML file', 'name|file');

/** Tasks or failures to label. */
export const itemSettings = {
  codebook,
  dataset: setting(optional, 'Tasks to label', 'name|file'),
  failures: setting(optional, 'Failures to label, as classify reads them', 'file'),
  references: setting(optional, 'Right programs of failures: id, reference', 'file'),
} as const;

export const sheetSettings = {
  ...itemSettings,
  out: setting(text, 'Sheet to write', 'file', { short: 'o' }),
} as const;

export const mergeSettings = {
  raters: setting(list, 'Filled-in sheets, .csv or .jsonl, named by rater', { argument: true }),
  codebook,
  out: setting(optional, 'File for merged labels, a line per item', 'file', { short: 'o' }),
  seed: setting(whole.default(0), 'Seed of the bootstrap', 'n'),
} as const;

export const suggestSettings = {
  ...itemSettings,
  out: setting(optional, 'File for ranked labels, a line per item', 'file', { short: 'o' }),
} as const;

/** How questions are asked and answered: the settings of solve, serve and mcp. */
export const questionSettings = {
  ...inGroup('Model', { model: setting(optional, 'Model id at the endpoint, or gguf:PATH', 'id', FIRST) }),
  ...pick('baseUrl', 'strength', 'compose', 'prompting', 'testsPerSample', 'temperature'),
  ...pick('topP', 'maxTokens', 'seed', 'scorer', 'probes', 'minConfidence', 'concurrency', 'retries'),
  ...pick('requestTimeoutMs', 'priceInput', 'priceOutput'),
  ...sandboxSettings,
  ...inGroup('Mutation', {
    // Variants are not shown to add anything to as many programs of one prompt (reports/published/approaches-mbpp).
    mutators: mutatorsSetting('none', FIRST),
  }),
  ...inGroup('Sampling', {
    samples: setting(count.default(20), 'Maximum number of programs', 'n', FIRST),
    variants: setting(count.default(10), 'Prompts to spread them over, with --mutators', 'n', FIRST),
  }),
  ...inGroup('Selection', { given: givenSetting('examples', "Tests that must hold: the prompt's examples") }),
  ...inGroup('Budget', {
    maxCost: setting(z.number().gt(0).optional(), 'Maximum cost of one question', 'usd', FIRST),
    maxSeconds: setting(z.number().gt(0).optional(), 'Ask for no more after n seconds', 'n'),
  }),
  ...inGroup('Output', { out: setting(optional, 'Folder that keeps replies for later calls', 'dir', FIRST) }),
} as const;

export const mutateSettings = {
  ...pick('dataset'),
  perMutator: setting(count.default(1), 'Limit of variants per prompt and mutator', 'n'),
  output: setting(optional, 'File (variants) or folder (dataset) to write', 'file|dir', { short: 'o' }),
  format: setting(
    z.enum(['variants', 'dataset']).default('variants'),
    "Write variants, or tasks in the input's format",
    'format',
  ),
  replies: setting(optional, "Folder for the model's replies (next to -o)", 'dir'),
  keepUnchanged: setting(flag, 'Keep tasks that no mutator changes (--format dataset)'),
  ...pick('prompt', 'strength', 'compose', 'seed', 'baseUrl', 'temperature'),
  // Shows all possible rewrites; a run's default leaves the prompt unchanged.
  ...inGroup('Mutation', { mutators: mutatorsSetting('all') }),
  ...pick('maxTokens', 'requestTimeoutMs', 'retryFailed', 'maxCost', 'priceInput', 'priceOutput'),
  ...taskSettings,
  model: questionSettings.model,
} as const;

export const profileSettings = {
  ...pick('dataset'),
  against: setting(optional, 'Second set to compare with', 'name|file'),
  outcomes: setting(optional, 'Outcomes on the first set: model, status per line', 'file'),
  againstOutcomes: setting(optional, 'Outcomes on the second set', 'file'),
} as const;

export const reportSettings = {
  out: setting(optional, 'Folder to write to (that of the run)', 'dir'),
  title: setting(optional, 'Title instead of the data set and its models', 'text'),
  notes: setting(optional, 'Markdown to begin the reports with', 'file'),
} as const;
export type ReportSettings = SettingsOf<typeof reportSettings>;

export const selectSettings = {
  dataset: setting(optional, 'Bundled set (starter) or a task file', 'name|file'),
  solutions: setting(optional, 'Programs: human-eval, CodeT, EvalPlus, … (see below)', 'file'),
  tests: setting(optional, 'Tests: assertions, or CodeT (see below)', 'file'),
  scorer: setting(text.default('evidence'), 'Ranking rule, or all (see mutagree scorers)', 'name'),
  testsPerSample: setting(count.default(5), "Tests to take of each of CodeT's replies", 'n'),
  official: setting(flag, 'Then run the official tests and print pass@k'),
  k: setting(ks.default([1, 2, 10]), 'The k of pass@k, comma-separated', 'list'),
  matrix: setting(optional, 'Reuse a matrix: a --matrix-out file or run directory', 'file|dir'),
  arm: setting(z.enum(ARMS).optional(), "Take only this arm's samples of a run", 'name'),
  matrixOut: setting(optional, 'File to keep verdicts and outputs in (.gz)', 'file'),
  explain: setting(optional, 'Explain the pick of this task', 'task'),
  ...pick('seed'),
  extract: setting(flag, 'Take programs out of fences and prose of replies'),
  partial: setting(flag, 'Leave out tasks that lack samples, tests or packages'),
  output: setting(optional, 'File for the picks, as human-eval samples', 'file', { short: 'o' }),
  fresh,
  ...taskSettings,
  ...sandboxSettings,
  ...pick('probes', 'given', 'minConfidence', 'queue'),
} as const;

const needs = 'repo';
const repeat = true;
const ofPatches = inGroup('Existing programs', {
  instance: setting(optional, 'instance_id to take from predictions', 'id', { needs }),
  regression: setting(anyList, 'Tests that must still pass: glob or node; repeat', 'tests', { repeat, needs }),
  pytestArgs: setting(anyList, 'Argument of pytest; repeat for more', 'text', { flag: 'pytest-arg', repeat, needs }),
  apply: setting(flag, 'Write the picked patch to the tree', { needs }),
  report: setting(optional, 'Folder for a page with the matrix', 'dir', { needs }),
});
const alsoOfPatches = { ...pick('seed', 'scorer'), fresh, ...sandboxSettings };

/** Settings of the choice among patches, besides tree, patches and tests. */
export const patchSettings = { ...ofPatches, ...alsoOfPatches } as const;

/** Flags of `select` that only the choice among patches has. */
export const patchFlags = {
  ...inGroup('Existing programs', {
    repo: setting(optional, 'Pick a patch for this tree instead', 'dir', {
      needs: 'patches',
      excludes: Object.keys(selectSettings).filter((name) => name !== 'tests' && !(name in alsoOfPatches)),
    }),
    patches: setting(optional, 'Folder of .diff files, or SWE-bench predictions', 'file|dir', { needs }),
  }),
  ...ofPatches,
} as const;

export const serveSettings = {
  host: setting(text.default('127.0.0.1'), 'Address to listen on; others need --api-key', 'name'),
  port: setting(whole.default(8765), 'Port; 0 takes a free one', 'n'),
  apiKey: setting(z.string().optional(), 'Key that clients must send (MUTAGREE_API_KEY)', 'key'),
  atOnce: setting(count.default(4), 'Questions to work on at once', 'n'),
  queue: setting(count.default(64), 'Questions that may wait, then 429', 'n'),
  maxBytes: setting(z.int().min(1024).default(8_388_608), 'Longest request in bytes', 'n'),
  strict: setting(flag, 'Answer with an error if there is no consensus'),
  logPrompts: setting(flag, 'Show the prompts on stderr'),
} as const;

export const workerSettings = {
  queue: setting(text, 'Redis, such as redis://127.0.0.1:6379 or rediss://', 'url'),
  sandbox: setting(text.default('auto'), 'auto, docker, bubblewrap or wasm', 'name'),
  dataset: setting(optional, 'Tasks of repositories to judge in their images', 'name|file'),
  lockSeconds: setting(z.int().min(2).default(15), 'Silence after which others get its jobs', 'n'),
  ...pick('jobs', 'python', 'image'),
} as const;
export type WorkerSettings = SettingsOf<typeof workerSettings>;

export const compareSettings = {
  first: setting(z.string(), 'Run or study directory', { argument: true }),
  second: setting(optional, "Run to compare with; omit to compare a study's models", { argument: true }),
  failIfWorse: setting(points, 'Exit 3 if the second is worse by this many points', 'points', { needs: 'second' }),
  measure: setting(z.enum(GATE_MEASURES).default('pass@1'), 'Measure to compare', 'name', { needs: 'failIfWorse' }),
  arm: setting(z.enum(ARMS).optional(), 'Arm of pass@1 (default: the last in both runs)', 'name', {
    needs: 'failIfWorse',
  }),
  summary: setting(optional, 'File to append the result to, in Markdown', 'file', { needs: 'failIfWorse' }),
} as const;
