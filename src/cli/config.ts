import { z } from 'zod';
import { ARMS } from '../core/run-record.ts';

const list = z.array(z.string().min(1)).min(1);
const date = z.iso.date();
const count = z.int().min(1);

/** Everything that shapes a run; the same names in the config file (YAML) and, in kebab-case, as flags. */
export const runConfigSchema = z.strictObject({
  dataset: z.string().min(1).describe('Bundled set (starter) or a task file.'),
  model: z.string().min(1).describe('Model id at the endpoint, or gguf:PATH.'),
  baseUrl: z.url().optional().describe('OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1.'),
  testModel: z.string().min(1).optional().describe('Model that writes the tests, where it is another.'),
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
  prompting: z.string().min(1).default('zero-shot').describe('How a task becomes messages.'),
  variants: count.default(10).describe('Prompts a task, the original included.'),
  samples: count.default(1).describe('Samples a variant; variants x samples is the budget of each arm.'),
  testsPerSample: count.default(5).describe('Tests asked for, and used, of each test reply.'),
  temperature: z.number().min(0).max(2).default(0.8),
  topP: z.number().gt(0).max(1).default(0.95),
  maxTokens: count.default(1024).describe('Longest reply, in tokens.'),
  k: z.array(count).min(1).default([1]).describe('The k of pass@k.'),
  since: date.optional().describe('Only tasks dated on or after this day.'),
  until: date.optional().describe('Only tasks dated on or before this day.'),
  tasks: list.optional().describe('Only these task ids.'),
  limit: count.optional().describe('Only the first so many tasks.'),
  arms: z
    .array(z.enum(ARMS))
    .min(1)
    .default([...ARMS]),
  scorer: z.string().min(1).default('fusion').describe('Rule that picks the program.'),
  minConfidence: z.number().min(0).max(1).optional().describe('Reports answer only where the pick is right with this.'),
  adaptive: z.boolean().optional().describe('Ask in rounds, and leave a task when its pick is decided.'),
  sandbox: z.string().min(1).default('auto'),
  python: z.string().min(1).optional().describe('Python interpreter of bubblewrap and process, with its packages.'),
  image: z.string().min(1).optional().describe('Image of docker; any with python3.'),
  timeoutMs: z.int().min(10).default(1000).describe('CPU milliseconds a generated test.'),
  memoryMib: z.int().min(64).default(512),
  giveUpAfterTimeouts: count.optional().describe('Leave a program after so many time-outs; loses passes.'),
  seed: z.int().min(0).default(0),
  jobs: count.optional().describe('Sandbox workers; one a core by default.'),
  concurrency: count.default(8).describe('Model calls in flight.'),
  retries: z.int().min(0).default(6).describe('Calls after a failed one, with growing waits.'),
  maxCost: z.number().gt(0).optional().describe('USD; the run ends before it would spend more.'),
  priceInput: z.number().min(0).optional().describe('USD per million input tokens.'),
  priceOutput: z.number().min(0).optional().describe('USD per million output tokens.'),
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

export type RunConfig = z.infer<typeof runConfigSchema>;

/** Settings that change neither requests nor verdicts; a resumed run may give others. */
const FREE_FIELDS = [
  'jobs',
  'concurrency',
  'retries',
  'maxCost',
  'priceInput',
  'priceOutput',
  'offline',
  'recording',
  'out',
  'failUnder',
  'baseUrl',
  'dataset',
  'model',
] as const;

/** The settings that make two runs the same run; dataset and model are compared by hash and id in the manifest. */
export function identityOf(config: RunConfig): Record<string, unknown> {
  const free = new Set<string>(FREE_FIELDS);
  return Object.fromEntries(Object.entries(config).filter(([field, value]) => !free.has(field) && value !== undefined));
}
