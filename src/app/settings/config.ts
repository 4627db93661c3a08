import { z } from 'zod';
import { ARMS, MATCHES, USUAL_ARMS } from '../../core/arm.ts';
import { BALANCES, MOST_COMPONENTS, STRENGTHS } from '../../core/strength.ts';
import { extraBodySchema } from './extra-body.ts';

const list = z.array(z.string().min(1)).min(1);
const date = z.iso.date();
const count = z.int().min(1);
const price = z.number().min(0);

/** Everything that shapes a run; the same names in the config file (YAML) and, in kebab-case, as flags. */
export const runConfigSchema = z.strictObject({
  preset: z.string().min(1).optional().describe('Settings to start from, such as dl-bench-zero-shot.'),
  dataset: z.string().min(1).describe('Bundled set (starter) or a task file.'),
  model: z
    .union([z.string().min(1), list])
    .describe('Model id at the endpoint, or gguf:PATH; a list makes a study of several models.'),
  baseUrl: z.url().optional().describe('OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1.'),
  testModel: z.string().min(1).optional().describe('Model that writes the tests, if another than "model".'),
  mutationModel: z
    .string()
    .min(1)
    .optional()
    .describe('Model that writes for the llm- mutators, where it is another than "model".'),
  mutators: z
    .string()
    .min(1)
    .default('all')
    .describe('Names, "all", "none", family:NAME or "thesis", separated by commas.'),
  strength: z
    .enum(STRENGTHS)
    .optional()
    .describe(
      'How far variants go from the wording of the prompt: light (one mutator each), medium (the default), strong.',
    ),
  compose: z
    .int()
    .min(1)
    .max(MOST_COMPONENTS)
    .optional()
    .describe('Mutators of one variant, at most; the strength decides by default.'),
  balance: z
    .enum(BALANCES)
    .optional()
    .describe('How variants are shared out: "families" (the default: none has more than half of them) or "none".'),
  prompting: z
    .string()
    .min(1)
    .default('zero-shot')
    .describe(
      'How a program is asked for: zero-shot, chain-of-thought, few-shot, self-planning, stage-shot, random-shot.',
    ),
  prompt: z
    .enum(['complete', 'instruct'])
    .optional()
    .describe('Which prompt of a record, where a format has several (BigCodeBench); complete by default.'),
  shownTest: z
    .enum(['first', 'none'])
    .optional()
    .describe("Whether requests show a task's first official test where that is the custom (MBPP); first by default."),
  shots: count.optional().describe('Solved tasks that few-shot, stage-shot and random-shot show; 3 by default.'),
  examples: z
    .string()
    .min(1)
    .optional()
    .describe('Task file with references to take them from; a bundled set by default.'),
  stageClassifier: z
    .enum(['fitted', 'model'])
    .optional()
    .describe('What predicts the stage for stage-shot: the bundled classifier (fitted) or the model.'),
  testStyle: z
    .enum(['assertions', 'unittest'])
    .optional()
    .describe('How tests are asked for; unittest with the mutators "thesis", else assertions.'),
  variants: count.default(10).describe('Prompts per task, the original included.'),
  samples: count.default(1).describe('Samples per variant; variants x samples is the budget of each arm.'),
  samplesFile: z
    .string()
    .min(1)
    .optional()
    .describe('Programs that exist, in place of asking a model; also "samples: FILE". Needs testsFile.'),
  testsFile: z.string().min(1).optional().describe('Tests that exist, in place of asking a model; also "tests: FILE".'),
  variantsFile: z
    .string()
    .min(1)
    .optional()
    .describe('Texts of the wordings that samplesFile names; also "variants: FILE".'),
  samplesFormat: z.string().min(1).optional().describe('Kind of samplesFile; recognised by its fields by default.'),
  trustVerdicts: z
    .boolean()
    .optional()
    .describe('Take official verdicts from samplesFile ("passed") instead of running the official tests.'),
  programsPerArm: count
    .optional()
    .describe('Of given samples, how many an arm takes; the usual number of samples of a wording by default.'),
  draws: count
    .optional()
    .describe('Of given samples, how often an arm is drawn where there are several ways to fill it; 20 by default.'),
  repeats: count.default(1).describe('Runs of each model, alike but for the seeds that its replies are sampled with.'),
  testsPerSample: count.default(5).describe('Tests asked for, and used, of each test reply.'),
  temperature: z.number().min(0).max(2).default(0.8),
  topP: z.number().gt(0).max(1).default(0.95),
  maxTokens: count
    .default(1024)
    .describe(
      'Longest reply, in tokens, thought included; a resumed run may raise it and asks again for what was cut.',
    ),
  reasoningEffort: z
    .string()
    .min(1)
    .optional()
    .describe("How long a reasoning model thinks, in the endpoint's words, such as low, medium or high."),
  extraBody: extraBodySchema.optional().describe('Fields that are sent with every request as they are.'),
  k: z.array(count).min(1).default([1]).describe('The k of pass@k.'),
  since: date.optional().describe('Only tasks dated on or after this day.'),
  until: date.optional().describe('Only tasks dated on or before this day.'),
  tasks: list.optional().describe('Only these task ids.'),
  limit: count.optional().describe('Only the first so many tasks.'),
  arms: z
    .array(z.enum(ARMS))
    .min(1)
    .default([...USUAL_ARMS])
    .describe(
      'baseline, self-agreement, mutation-ensemble; rivals: examples-first, more-tests, self-repair, judge, distinguish.',
    ),
  active: count
    .optional()
    .describe(
      'Questions per task about inputs on which the leading programs part: adds the arm active-ensemble; of distinguish, too.',
    ),
  match: z
    .enum(MATCHES)
    .optional()
    .describe('What equal budget means: "samples" (each arm has as many), "tokens" or "cost" (each spends as much).'),
  ablate: z.boolean().default(false).describe('Original and mutated prompts for programs and for tests, crossed.'),
  efficiency: z.boolean().default(false).describe('Measure passing programs beside the reference: CPU, memory, text.'),
  scorer: z.string().min(1).default('evidence').describe('Rule that picks the program.'),
  given: z
    .enum(['none', 'examples'])
    .default('none')
    .describe('"examples": a program that fails an example of its prompt is out before agreement is counted.'),
  minConfidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Reports answer only where the pick is at least this likely to be right.'),
  adaptive: z.boolean().optional().describe('Ask in rounds, and leave a task when its pick is decided.'),
  sandbox: z.string().min(1).default('auto'),
  python: z.string().min(1).optional().describe('Python interpreter of bubblewrap and process, with its packages.'),
  image: z.string().min(1).optional().describe('Image of docker; any with python3.'),
  queue: z
    .string()
    .min(1)
    .optional()
    .describe('Redis whose workers execute ("mutagree worker"), such as redis://127.0.0.1:6379; this machine.'),
  queueModels: z
    .boolean()
    .default(false)
    .describe('The models are asked by workers of the queue, with their own key ("mutagree worker --model").'),
  timeoutMs: z.int().min(10).default(1000).describe('CPU milliseconds per generated test.'),
  memoryMib: z.int().min(64).default(512),
  probes: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Inputs near those of the tests, without an expected value, that every program is run on, too; as many as the rule looks at.',
    ),
  giveUpAfterTimeouts: count.optional().describe('Leave a program after so many time-outs; loses passes.'),
  seed: z.int().min(0).default(0),
  jobs: count.optional().describe('Sandbox workers; one per core by default.'),
  batch: z
    .boolean()
    .default(false)
    .describe("Ask in OpenAI's batches, at half the price and within a day, where the endpoint has them."),
  samplesPerCall: count
    .default(1)
    .describe(
      'Samples of one prompt that a call asks for (n), where the endpoint honours it; the prompt is paid once.',
    ),
  concurrency: count.default(8).describe('Model calls in flight.'),
  retries: z.int().min(0).default(6).describe('Calls after a failed one, with growing waits.'),
  requestTimeoutMs: z
    .int()
    .min(1)
    .default(300_000)
    .describe('Milliseconds that one call may take; a local model may think for minutes.'),
  maxFailures: z
    .union([z.string().min(1), z.int().min(0)])
    .default('10%')
    .describe('Single calls that may fail before the run ends (exit code 5): a number, or a share of them.'),
  retryFailed: z.boolean().default(false).describe('Ask again for what failed or was refused in earlier sessions.'),
  maxCost: z
    .number()
    .gt(0)
    .optional()
    .describe('USD for all models together; the run ends before it would spend more.'),
  maxCostPerModel: z.number().gt(0).optional().describe('USD for each model; the other models go on.'),
  priceInput: price.optional().describe('USD per million input tokens, where the list of prices lacks the model.'),
  priceOutput: price.optional().describe('USD per million output tokens.'),
  prices: z
    .record(z.string(), z.strictObject({ input: price, output: price, cachedInput: price.optional() }))
    .optional()
    .describe('USD per million tokens by model id, where models differ; cachedInput where cached input is cheaper.'),
  offline: z.boolean().default(false).describe('Only replay stored replies; a missing one is an error.'),
  recording: z
    .string()
    .min(1)
    .optional()
    .describe('Folder with recorded replies (a run directory, or data/recordings/…).'),
  variantsFrom: z
    .string()
    .min(1)
    .optional()
    .describe('Folder or file with variants made earlier; with a recording, its exact requests too.'),
  out: z.string().min(1).optional().describe('Run directory; runs/<dataset>-<model>-<hash> by default.'),
  failUnder: z.string().min(1).optional().describe("Threshold, such as 'pass@1=0.30'; exit code 3 below it."),
});

/** The settings of a study as they are given: those that have a default, and are not said, take it. */
export type StudySettings = Readonly<Partial<z.input<typeof runConfigSchema>>> & {
  /** A YAML file of settings; those given beside it win over it. */
  readonly config?: string | undefined;
};

/** The settings of a study: models times repeats. */
export type StudyConfig = z.infer<typeof runConfigSchema>;

/** The settings of one run of it. */
export type RunConfig = Omit<StudyConfig, 'model'> & { readonly model: string };

/** Settings without the choice of the model. */
export type SharedSettings = Omit<StudyConfig, 'model'>;

/** The models of a study, each once. */
export function modelsOf({ model }: Pick<StudyConfig, 'model'>): readonly string[] {
  return [...new Set(Array.isArray(model) ? model : [model])];
}

/** How a run asks for tests: as it says; else as the thesis does where its mutators are named, in unittest modules. */
export function testStyleOf({ testStyle, mutators }: Pick<SharedSettings, 'testStyle' | 'mutators'>): string {
  return testStyle ?? (mutators.split(',').some((name) => name.trim() === 'thesis') ? 'unittest' : 'assertions');
}
