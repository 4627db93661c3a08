import { guards } from '../../mutators/guards/index.ts';
import { modelMutators } from '../../mutators/llm/index.ts';
import { cleanRewrite } from '../../mutators/rewriting/clean-rewrite.ts';
import { rewriteEdits } from '../../mutators/rewriting/rewrite-edits.ts';
import { applyEdits } from '../../src/core/edit.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { ENTRY, type ThesisPair } from './pair-matrix.ts';

/** Our mutator that asks a model for the same. Those that rename look at the words that changed beside the name. */
const MUTATORS: Readonly<Record<string, string>> = {
  active_to_passive: 'llm-active-passive',
  declarative_to_interrogative: 'llm-declarative-interrogative',
  verb_to_similar_verb: 'llm-similar-verb',
  lowercase_to_uppercase: 'llm-uppercase',
  rephrase_prompt: 'llm-rephrase',
  task_function_name: 'llm-rephrase',
  adversarial_function_name: 'llm-rephrase',
};

/**
 * What mutagree's guards say of a published rewrite, had a model written it for the mutator of the same name: the first
 * guard that refuses it, null where all let it through, `unchanged` where nothing but the function's name is new.
 */
export function guardedRewrite({ prompts, technique }: ThesisPair): string | null {
  const mutator = modelMutators.find(({ name }) => name === MUTATORS[technique]);
  if (!mutator) throw new Error(`no mutator for ${technique}`);
  const prompt = parsePrompt(prompts.original, ENTRY);
  const input = { prompt, entryPoint: ENTRY, reservedNames: new Set<string>() };
  const { renamed } = prompts;
  const clean = cleanRewrite(prompts.original, prompts.technique);
  // A name that the pair changed as well is turned back.
  const back = renamed === null ? clean : clean.replace(new RegExp(`\\b${renamed}\\b`, 'g'), ENTRY);
  const edits = rewriteEdits(input, back);
  if (edits.length === 0) return 'unchanged';
  const proposal = { edits };
  const mutatedText = applyEdits(prompts.original, edits);
  return guards.find((guard) => guard.check({ ...input, mutator, proposal, mutatedText }) !== null)?.name ?? null;
}
