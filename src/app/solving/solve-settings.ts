import type { ChatModel } from '../../core/chat.ts';
import type { CompositionSettings } from '../../core/strength.ts';
import type { SandboxSettings } from '../settings/sandbox-settings.ts';
import type { UseOptions } from '../surroundings.ts';

/** How questions are solved; what is left out has the default that is named. */
export interface SolveSettings extends SandboxSettings, CompositionSettings {
  /** Id at the endpoint, `gguf:PATH`, or a model of one's own. */
  readonly model?: string | ChatModel | undefined;
  /** OpenAI-compatible endpoint; OPENAI_BASE_URL by default. */
  readonly baseUrl?: string | undefined;
  /** Most programs asked for; 20. */
  readonly samples?: number | undefined;
  /** Wordings of the prompt that they are spread over, the original included; 10. */
  readonly variants?: number | undefined;
  /** Tests asked for in each reply; 5. */
  readonly testsPerSample?: number | undefined;
  /** Inputs without an expected value that the programs are run on, too; as many as the rule looks at. */
  readonly probes?: number | undefined;
  /** Whether the prompt's own examples are tests that must hold (`examples`) or not (`none`); examples. */
  readonly given?: 'examples' | 'none' | undefined;
  /** Names, `all`, `none` or `family:NAME`; all. */
  readonly mutators?: string | undefined;
  /** Of the samples; 0.8. */
  readonly temperature?: number | undefined;
  /** 0.95. */
  readonly topP?: number | undefined;
  /** Longest reply; 1024. */
  readonly maxTokens?: number | undefined;
  /** How programs are asked for; zero-shot. */
  readonly prompting?: string | undefined;
  /** Rule that picks; evidence. */
  readonly scorer?: string | undefined;
  readonly seed?: number | undefined;
  /** USD for one question. */
  readonly maxCost?: number | undefined;
  /** After so many seconds no further samples are asked for. */
  readonly maxSeconds?: number | undefined;
  /** No program where the pick is right with a lower probability. */
  readonly minConfidence?: number | undefined;
  /** USD per million tokens. */
  readonly priceInput?: number | undefined;
  readonly priceOutput?: number | undefined;
  /** Model calls in flight, over all questions; 8. */
  readonly concurrency?: number | undefined;
  /** Calls after a failed one; 6. */
  readonly retries?: number | undefined;
  /** Milliseconds that one call may take; 300,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Folder of replies: the same question costs nothing the second time; nowhere by default. */
  readonly out?: string | undefined;
}

/** What one question may have otherwise than the others. */
export interface AskOptions
  extends UseOptions,
    Pick<
      SolveSettings,
      'samples' | 'variants' | 'maxCost' | 'maxSeconds' | 'minConfidence' | 'temperature' | 'maxTokens'
    > {}

/** What is done where nothing is said. */
const SOLVE_DEFAULTS = {
  given: 'examples' as const,
  samples: 20,
  variants: 10,
  testsPerSample: 5,
  mutators: 'all',
  temperature: 0.8,
  topP: 0.95,
  maxTokens: 1024,
  prompting: 'zero-shot',
  scorer: 'evidence',
  seed: 0,
  concurrency: 8,
  retries: 6,
  requestTimeoutMs: 300_000,
  timeoutMs: 1000,
  memoryMib: 512,
};

/** The settings that are said. */
function saidOf<T extends object>(settings: T): T {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}

/** Settings with the defaults of those that are not said. */
export type FullSettings = typeof SOLVE_DEFAULTS & Omit<SolveSettings, keyof typeof SOLVE_DEFAULTS>;

/** The later settings win over the earlier ones. */
export function fullSettings(...settings: readonly Partial<SolveSettings>[]): FullSettings {
  return Object.assign({}, SOLVE_DEFAULTS, ...settings.map(saidOf)) as FullSettings;
}
