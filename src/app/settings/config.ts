import { z } from 'zod';
import { ARMS, USUAL_ARMS } from '../../core/arm.ts';
import { MOST_COMPONENTS, STRENGTHS } from '../../core/strength.ts';
import { inGroup, setting } from './setting.ts';

/** Fields of a request that have their own setting or would change the form of an answer. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  model: 'it is a setting of its own',
  messages: 'they are made of the prompts',
  temperature: 'it is a setting of its own',
  top_p: 'it is a setting of its own (top-p)',
  max_tokens: 'it is a setting of its own (max-tokens)',
  max_completion_tokens: 'it is a setting of its own (max-tokens)',
  seed: 'it follows from the seed of the run',
  n: 'each reply is a call of its own',
  stream: 'replies are read whole',
};

/** Fields that are sent with every request; none that has a setting of its own. */
const extraBodySchema = z.record(z.string(), z.unknown()).superRefine((body, context) => {
  for (const field of Object.keys(body)) {
    const why = OWN_FIELDS[field];
    if (why) context.addIssue({ code: 'custom', message: `"${field}" cannot be set here: ${why}` });
  }
});

const text = z.string().min(1);
const list = z.array(text).min(1);
const count = z.int().min(1);
const price = z.number().min(0);
const share = z.number().min(0).max(1);
const usd = z.number().gt(0).optional();
const oneOf = <const T extends readonly string[]>(names: T) => z.enum(names).optional();
const arms = z.array(z.enum(ARMS)).min(1);
const failures = z.union([text, z.int().min(0)]);
const prices = z.strictObject({ input: price, output: price, cachedInput: price.optional() });

const FIRST = { first: true } as const;
const FREE = { free: true } as const;
const FIRST_FREE = { first: true, free: true } as const;
/** Only in config files. */
const FILE_ONLY = { flag: null, free: true } as const;
const BATCH = { free: true, excludes: ['adaptive', 'offline'] } as const;
const SAMPLES = {
  ...FILE_ONLY,
  excludes: ['adaptive', 'ablate', 'repeats', 'recording', 'variantsFrom', 'batch'],
} as const;
const OF_SAMPLES = { needs: 'samplesFile' } as const;
const OWN_FILE = { ...FILE_ONLY, ...OF_SAMPLES } as const;

/** Which tests programs must pass before they count, by a verb's own default. */
export const givenSetting = (standard: 'none' | 'examples', help: string) =>
  setting(z.enum(['none', 'examples']).default(standard), help, 'what');

/** Which mutators, by a verb's own default. */
export const mutatorsSetting = (standard: string, place: { readonly first?: true } = {}) =>
  setting(text.default(standard), 'Names, all, approaches, none, family:NAME or thesis', 'list', place);

/** Everything that shapes a run; the same names in the config file (YAML) and, in kebab-case, as flags. */
export const studySettings = {
  ...inGroup('Tasks', {
    dataset: setting(text, 'Bundled set (starter) or a task file', 'name|file', FIRST_FREE),
    limit: setting(count.optional(), 'Only the first n tasks', 'n', FIRST),
    tasks: setting(list.optional(), 'Only these task ids, comma-separated', 'ids'),
    since: setting(z.iso.date().optional(), 'Only tasks dated on or after this day', 'date'),
    until: setting(z.iso.date().optional(), 'Only tasks dated on or before this day', 'date'),
    prompt: setting(oneOf(['complete', 'instruct']), 'Which prompt of BigCodeBench (default: complete)', 'which'),
  }),
  ...inGroup('Model', {
    model: setting(z.union([text, list]), 'Model id or gguf:PATH; repeat to compare models', 'id', FIRST_FREE),
    baseUrl: setting(z.url().optional(), 'OpenAI-compatible endpoint (or OPENAI_BASE_URL)', 'url', FIRST_FREE),
    testModel: setting(text.optional(), 'Model that writes the tests (default: --model)', 'id'),
    mutationModel: setting(text.optional(), 'Model for the llm- mutators (default: --model)', 'id'),
    extraBody: setting(extraBodySchema.optional(), 'JSON fields to send with every request', 'json'),
  }),
  ...inGroup('Prompting', {
    prompting: setting(text.default('zero-shot'), 'Way to ask for a program (docs/mutators.md)', 'name'),
    shots: setting(count.optional(), 'Solved tasks to show with few-shot (default: 3)', 'n'),
    examples: setting(text.optional(), 'Task file to take solved tasks from', 'file'),
    shownTest: setting(oneOf(['first', 'none']), 'Show the first official test where usual (MBPP)', 'which'),
    testStyle: setting(oneOf(['assertions', 'unittest']), 'Form of generated tests (default: assertions)', 'name'),
  }),
  ...inGroup('Mutation', {
    mutators: mutatorsSetting('approaches'),
    strength: setting(oneOf(STRENGTHS), 'Rewritings with --mutators all (default: medium)', 'how', FIRST),
    compose: setting(
      count.max(MOST_COMPONENTS).optional(),
      'Limit of mutators per variant, instead of --strength',
      'n',
    ),
  }),
  ...inGroup('Sampling', {
    variants: setting(count.default(10), 'Limit of prompts per task, the original included', 'n|file', FIRST),
    samples: setting(count.default(1), 'Programs per variant, or a file of programs', 'n|file', FIRST),
    testsPerSample: setting(count.default(5), 'Tests to ask for in each test reply', 'n'),
    temperature: setting(z.number().min(0).max(2).default(0.8), 'Sampling temperature', 't'),
    topP: setting(z.number().gt(0).max(1).default(0.95), 'Nucleus sampling', 'p'),
    maxTokens: setting(count.default(1024), 'Longest reply; a resumed run may raise it', 'n'),
    seed: setting(z.int().min(0).default(0), 'Seed of every draw', 'n'),
  }),
  ...inGroup('Selection', {
    scorer: setting(text.default('evidence'), 'Ranking rule (see mutagree scorers)', 'name'),
    given: givenSetting('none', 'Require the examples of the prompt, or nothing'),
    probes: setting(z.int().min(0).optional(), 'More inputs to compare programs on (default: 40)', 'n'),
    minConfidence: setting(share.optional(), 'Abstain below this probability of being right', 'p'),
    adaptive: setting(z.boolean().optional(), 'Ask in rounds; leave a task once it is decided'),
  }),
  ...inGroup('Study', {
    arms: setting(arms.default([...USUAL_ARMS]), 'Arms to compare (docs/agreement.md has more)', 'list', FIRST),
    k: setting(z.array(count).min(1).default([1]), 'The k of pass@k, comma-separated', 'list'),
    repeats: setting(count.default(1), 'Runs of each model, sampled with other seeds', 'n', FREE),
    ablate: setting(z.boolean().default(false), 'Cross original and mutated prompts and tests', FREE),
    efficiency: setting(z.boolean().default(false), 'Measure CPU and memory of passing programs', FREE),
  }),
  ...inGroup('Existing programs', {
    samplesFile: setting(text.optional(), 'Programs that exist, instead of asking a model', SAMPLES),
    testsFile: setting(text.optional(), 'Tests that exist, for --samples FILE', 'file', { ...OWN_FILE, flag: 'tests' }),
    variantsFile: setting(text.optional(), 'Texts of the variants that the samples name', OWN_FILE),
    programsPerArm: setting(count.optional(), 'Programs per arm (as many as a variant has)', 'n', OF_SAMPLES),
    draws: setting(count.optional(), 'Draws of each arm (default: 20)', 'n', OF_SAMPLES),
  }),
  ...inGroup('Budget', {
    maxCost: setting(usd, 'Stop before spending more (resumable)', 'usd', FIRST_FREE),
    priceInput: setting(price.optional(), 'USD per million input tokens, if not listed', 'usd', FREE),
    priceOutput: setting(price.optional(), 'USD per million output tokens, if not listed', 'usd', FREE),
    prices: setting(z.record(z.string(), prices).optional(), 'USD per million tokens by model id', FILE_ONLY),
    batch: setting(z.boolean().default(false), 'Use batches: half the price, within a day', BATCH),
    concurrency: setting(count.default(8), 'Model calls in flight', 'n', FREE),
    retries: setting(z.int().min(0).default(6), 'Tries after a failed call', 'n', FREE),
    requestTimeoutMs: setting(count.default(300_000), 'Milliseconds that one call may take', 'n', FREE),
    maxFailures: setting(failures.default('10%'), 'Failed calls that end the run, or a share', 'n|p%', FREE),
    retryFailed: setting(z.boolean().default(false), 'Ask again for what failed or was refused', FREE),
  }),
  ...inGroup('Replay', {
    offline: setting(z.boolean().default(false), 'Only replay stored replies', FREE),
    recording: setting(text.optional(), 'Folder with recorded replies', 'dir', FREE),
    variantsFrom: setting(text.optional(), 'Run or recording with variants and requests', 'dir'),
  }),
  ...inGroup('Sandbox', {
    sandbox: setting(text.default('auto'), 'auto, docker, bubblewrap, wasm or process', 'name', FIRST),
    timeoutMs: setting(z.int().min(10).default(1000), 'CPU milliseconds per test', 'n'),
    memoryMib: setting(z.int().min(64).default(512), 'Memory per program', 'n'),
    jobs: setting(count.optional(), 'Parallel workers (default: one per core)', 'n', FREE),
    python: setting(text.optional(), 'Python of bubblewrap and process (default: python3)', 'file'),
    image: setting(text.optional(), 'Image of docker; any with python3', 'name'),
    queue: setting(text.optional(), 'Redis whose workers execute (mutagree worker)', 'url', FREE),
  }),
  ...inGroup('Output', {
    out: setting(text.optional(), 'Run directory; name it again to resume', 'dir', FIRST_FREE),
    failUnder: setting(text.optional(), "Exit 3 below a threshold, such as 'pass@1=0.3'", 'threshold', FREE),
  }),
} as const;

export const runConfigSchema = z.strictObject(studySettings);

type StudyInput = Readonly<z.input<typeof runConfigSchema>>;

/** Some of the settings, by their names. */
export const pick = <K extends keyof typeof studySettings>(...names: readonly K[]): Pick<typeof studySettings, K> =>
  Object.fromEntries(names.map((name) => [name, studySettings[name]])) as Pick<typeof studySettings, K>;

/** Which tasks of a set; every verb that reads one has these. */
export const taskSettings = pick('limit', 'tasks', 'since', 'until');
export type TaskSettings = Partial<Pick<StudyInput, keyof typeof taskSettings>>;

/** How programs are executed; every verb that executes has these. */
export const sandboxSettings = pick('sandbox', 'timeoutMs', 'memoryMib', 'jobs', 'python', 'image');
export type SandboxSettings = Partial<Pick<StudyInput, keyof typeof sandboxSettings>>;
export type QueueSettings = Partial<Pick<StudyInput, 'queue'>>;

/** Defaults of settings that several verbs share. */
export const DEFAULTS = runConfigSchema.parse({ dataset: 'starter', model: 'none' });

/** The settings of a study as the user gave them; missing ones take their default. */
export type StudySettings = Readonly<Partial<z.input<typeof runConfigSchema>>> & {
  /** A YAML file of settings; other settings win over it. */
  readonly config?: string | undefined;
};

/** The settings of a study: models times repeats. */
export type StudyConfig = z.infer<typeof runConfigSchema>;

/** Settings without the choice of the model. */
export type SharedSettings = Omit<StudyConfig, 'model'>;

/** The models of a study, each once. */
export function modelsOf({ model }: Pick<StudyConfig, 'model'>): readonly string[] {
  return [...new Set(Array.isArray(model) ? model : [model])];
}

/** The style of generated tests: the setting, otherwise unittest modules for the thesis's mutators, as in the thesis. */
export function testStyleOf({ testStyle, mutators }: Pick<SharedSettings, 'testStyle' | 'mutators'>): string {
  return testStyle ?? (mutators.split(',').some((name) => name.trim() === 'thesis') ? 'unittest' : 'assertions');
}
