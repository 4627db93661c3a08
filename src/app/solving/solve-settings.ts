import { z } from 'zod';
import type { ChatModel } from '../../core/chat.ts';
import type { UseOptions } from '../context.ts';
import { mutatorsSetting, pick, sandboxSettings } from '../settings/config.ts';
import { inGroup, setting, valuesOf } from '../settings/setting.ts';

const text = z.string().min(1).optional();
const examples = z.enum(['none', 'examples']).default('examples');
const FIRST = { first: true } as const;

/** How questions are asked and answered: the settings of solve, serve and mcp. */
export const questionSettings = {
  ...inGroup('Model', { model: setting(text, 'Model id at the endpoint, or gguf:PATH', 'id', FIRST) }),
  ...pick('baseUrl', 'strength', 'compose', 'prompting', 'testsPerSample', 'temperature'),
  ...pick('topP', 'maxTokens', 'seed', 'scorer', 'probes', 'minConfidence', 'concurrency', 'retries'),
  ...pick('requestTimeoutMs', 'priceInput', 'priceOutput'),
  ...sandboxSettings,
  ...inGroup('Mutation', {
    // Variants are not shown to add anything to as many programs of one prompt (reports/published/approaches-mbpp).
    mutators: mutatorsSetting('none', FIRST),
  }),
  ...inGroup('Sampling', {
    samples: setting(z.int().min(1).default(20), 'Maximum number of programs', 'n', FIRST),
    variants: setting(z.int().min(1).default(10), 'Prompts to spread them over, with --mutators', 'n', FIRST),
  }),
  ...inGroup('Selection', {
    given: setting(examples, "Tests that must hold: the prompt's examples", 'what'),
  }),
  ...inGroup('Budget', {
    maxCost: setting(z.number().gt(0).optional(), 'Maximum cost of one question', 'usd', FIRST),
    maxSeconds: setting(z.number().gt(0).optional(), 'Ask for no more after n seconds', 'n'),
  }),
  ...inGroup('Output', { out: setting(text, 'Folder that keeps replies for later calls', 'dir', FIRST) }),
} as const;

const questionSchema = z.strictObject(questionSettings);

export type SolveSettings = Readonly<Partial<Omit<z.input<typeof questionSchema>, 'model'>>> & {
  /** Id at the endpoint, `gguf:PATH`, or a model of one's own. */
  readonly model?: string | ChatModel | undefined;
};

/** Options that a single question may override. */
export type AskOptions = UseOptions &
  Pick<
    SolveSettings,
    'samples' | 'variants' | 'maxCost' | 'maxSeconds' | 'minConfidence' | 'temperature' | 'maxTokens'
  >;

export type FullSettings = Readonly<Omit<z.output<typeof questionSchema>, 'model'>> & Pick<SolveSettings, 'model'>;

const SOLVE_DEFAULTS = questionSchema.parse({});

/** The later settings win over the earlier ones. */
export function fullSettings(...settings: readonly Partial<SolveSettings>[]): FullSettings {
  return Object.assign({}, SOLVE_DEFAULTS, ...settings.map(valuesOf)) as FullSettings;
}
