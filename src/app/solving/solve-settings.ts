import { z } from 'zod';
import type { ChatModel } from '../../core/chat.ts';
import type { UseOptions } from '../context.ts';
import { pick, sandboxSettings } from '../settings/config.ts';
import { setting, valuesOf } from '../settings/setting.ts';

/** How questions are asked and answered: the settings of solve, serve and mcp. */
export const questionSettings = {
  model: setting(z.string().min(1).optional(), 'Model id at the endpoint, or gguf:PATH', 'id', {
    group: 'Model',
    first: true,
  }),
  ...pick('baseUrl', 'mutators', 'strength', 'compose', 'prompting', 'testsPerSample', 'temperature'),
  ...pick('topP', 'maxTokens', 'seed', 'scorer', 'probes', 'minConfidence', 'concurrency', 'retries'),
  ...pick('requestTimeoutMs', 'priceInput', 'priceOutput'),
  ...sandboxSettings,
  samples: setting(z.int().min(1).default(20), 'Maximum number of programs', 'n', { group: 'Sampling', first: true }),
  variants: setting(z.int().min(1).default(10), 'Variants of the prompt to spread them over', 'n', {
    group: 'Sampling',
    first: true,
  }),
  given: setting(
    z.enum(['none', 'examples']).default('examples'),
    "Tests that must hold: the prompt's examples",
    'what',
    { group: 'Selection' },
  ),
  maxCost: setting(z.number().gt(0).optional(), 'Maximum cost of one question', 'usd', {
    group: 'Budget',
    first: true,
  }),
  maxSeconds: setting(z.number().gt(0).optional(), 'Ask for no more after n seconds', 'n', { group: 'Budget' }),
  out: setting(z.string().min(1).optional(), 'Folder that keeps replies for the next time', 'dir', {
    group: 'Output',
    first: true,
  }),
} as const;

const questionSchema = z.strictObject(questionSettings);

export type SolveSettings = Readonly<Partial<Omit<z.input<typeof questionSchema>, 'model'>>> & {
  /** Id at the endpoint, `gguf:PATH`, or a model of one's own. */
  readonly model?: string | ChatModel | undefined;
};

/** Options that a single question may override. */
export interface AskOptions
  extends UseOptions,
    Pick<
      SolveSettings,
      'samples' | 'variants' | 'maxCost' | 'maxSeconds' | 'minConfidence' | 'temperature' | 'maxTokens'
    > {}

export type FullSettings = Readonly<Omit<z.output<typeof questionSchema>, 'model'>> & Pick<SolveSettings, 'model'>;

const SOLVE_DEFAULTS = questionSchema.parse({});

/** The later settings win over the earlier ones. */
export function fullSettings(...settings: readonly Partial<SolveSettings>[]): FullSettings {
  return Object.assign({}, SOLVE_DEFAULTS, ...settings.map(valuesOf)) as FullSettings;
}
