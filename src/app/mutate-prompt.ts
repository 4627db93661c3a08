import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { takeModelMutators } from '../../mutators/llm/index.ts';
import { ConfigError } from '../core/errors.ts';
import type { Variant } from '../core/mutation.ts';
import { type Composition, type CompositionSettings, compositionOf, isAlone } from '../core/strength.ts';
import type { Task } from '../core/task.ts';
import { makeVariants } from '../pipeline/2-mutate/compose-mutations.ts';
import { parsePrompt } from '../python-source/prompts/parse-prompt.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../python-source/syntax/python-words.ts';
import type { RefusalRecord } from '../records/run-record.ts';
import type { SettingsOf } from './settings/setting.ts';
import type { mutateSettings } from './settings/verb-settings.ts';

/** With a `strength` or `compose` above 1, variants are compositions of mutators of different families. */
export type MutateOptions = Pick<
  SettingsOf<typeof mutateSettings>,
  'mutators' | 'seed' | 'perMutator' | 'strength' | 'compose'
>;

/** How mutators are composed; null: each mutator by itself, as without these settings. */
export function compositionFor(settings: CompositionSettings): Composition | null {
  if (settings.strength === undefined && settings.compose === undefined) return null;
  const composition = compositionOf(settings);
  return isAlone(composition) ? null : composition;
}

/** A prompt of one's own as a task: `entryPoint` is the function that it asks for, null for a script. */
export function toTask(prompt: string, entryPoint: string | null = null): Task {
  return {
    id: 'prompt',
    prompt: parsePrompt(prompt, entryPoint),
    entryPoint,
    completesPrompt: entryPoint !== null && prompt.includes(`def ${entryPoint}`),
    labels: {},
    reservedNames: [...PYTHON_KEYWORDS, ...PYTHON_BUILTINS],
  };
}

/**
 * Rewrites a prompt into variants that mean the same, the original first; needs no model.
 *
 * @throws ConfigError for an unknown mutator, and for one that needs a model.
 */
export function mutate(
  task: Task | string,
  { mutators = 'all', seed = 0, perMutator = 1, ...rest }: MutateOptions = {},
): { readonly variants: readonly Variant[]; readonly refusals: readonly RefusalRecord[] } {
  const subject = typeof task === 'string' ? toTask(task) : task;
  const [writing] = takeModelMutators(mutators).chosen;
  if (writing) {
    throw new ConfigError('model-missing', `${writing.name} needs a model, which mutate() does not have`, {
      hint: 'Use "mutagree mutate --model ID" or mutateTasks() with a model, or leave it out.',
    });
  }
  const chosen = { mutators: selectMutators(mutators), guards, seed };
  return makeVariants(subject, { ...chosen, composition: compositionFor(rest), perMutator, count: perMutator });
}
