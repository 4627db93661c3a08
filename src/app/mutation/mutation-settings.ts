import type { PromptChoice } from '../../core/raw-record.ts';
import { type Composition, type CompositionSettings, compositionOf, isAlone } from '../../core/strength.ts';
import type { TaskSettings } from '../settings/config.ts';

/**
 * Which prompts are rewritten, how, and where to. With a `strength` or `compose` above 1, variants are compositions of
 * mutators of different families.
 */
export interface MutateSettings extends TaskSettings, CompositionSettings {
  /** Bundled set (`starter`) or a task file. */
  readonly dataset: string;
  /** Names, `all` (the default), `family:NAME` or `thesis`, separated by commas. */
  readonly mutators?: string | undefined;
  /** Variants per mutator and prompt, or compositions per prompt, at most; 1 by default. */
  readonly perMutator?: number | undefined;
  readonly seed?: number | undefined;
  /** File (variants) or folder (dataset) to write; nothing is written without it. */
  readonly output?: string | undefined;
  /** Our variants (the default), or task files in the input's own format. */
  readonly format?: 'variants' | 'dataset' | undefined;
  /** Which prompt of a record, where a format has several. */
  readonly prompt?: PromptChoice | undefined;
  /** With `format` dataset: write tasks that a mutator refuses as they are. */
  readonly keepUnchanged?: boolean | undefined;
  /** For mutators that let a model write. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly requestTimeoutMs?: number | undefined;
  readonly retryFailed?: boolean | undefined;
  /** USD. */
  readonly maxCost?: number | undefined;
  /** USD per million input tokens. */
  readonly priceInput?: number | undefined;
  readonly priceOutput?: number | undefined;
  /** Folder in which the replies are kept. */
  readonly replies?: string | undefined;
  /** CSV to write: each prompt before and after, with two columns for a reader to fill in. */
  readonly review?: string | undefined;
}

/** The same, with what is not said at its default. */
export interface MutationPlan extends MutateSettings {
  readonly mutators: string;
  readonly perMutator: number;
  readonly seed: number;
  readonly format: 'variants' | 'dataset';
  /** null: each mutator by itself. */
  readonly composition: Composition | null;
}

/** The settings, whole. */
export function mutationPlan(settings: MutateSettings): MutationPlan {
  const { mutators = 'all', perMutator = 1, seed = 0, format = 'variants', strength, compose } = settings;
  const said = strength !== undefined || compose !== undefined;
  const composition = said ? compositionOf(settings) : null;
  return {
    ...settings,
    mutators,
    perMutator,
    seed,
    format,
    composition: composition && isAlone(composition) ? null : composition,
  };
}
