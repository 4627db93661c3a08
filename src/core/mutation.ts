import { z } from 'zod';
import type { ChatMessage, ChatReply } from './chat.ts';
import type { Rng } from './random.ts';
import { count, record, type Stored, text } from './stored.ts';
import { kindOf, type Task, type TaskKind } from './task.ts';
import type { Edit, Prompt, RegionKind, Span } from './text.ts';

/** `composed`: several mutators of different families, one after the other. */
export const MUTATOR_FAMILIES = [
  'lexical',
  'tensor',
  'grammatical',
  'naming',
  'layout',
  'noise',
  'approach',
  'llm',
  'composed',
] as const;

export type MutatorFamily = (typeof MUTATOR_FAMILIES)[number];

export type RuleFamily = Exclude<MutatorFamily, 'llm' | 'composed'>;

/** How much of the meaning a mutator keeps: all, in other words, for a reader who forgives slips, or deliberately less. */
export const PRESERVATIONS = ['exact-meaning', 'paraphrase', 'noise', 'adversarial'] as const;

export type Preservation = (typeof PRESERVATIONS)[number];

export interface Citation {
  readonly title: string;
  readonly url: string;
  readonly section?: string | undefined;
}

/** Names and everything that requests show, never reference code or other tests. */
export interface MutationInput {
  readonly prompt: Prompt;
  readonly entryPoint: string | null;
  readonly reservedNames: ReadonlySet<string>;
  readonly completesPrompt?: boolean | undefined;
  readonly kind?: TaskKind | undefined;
  /** One official call with its result, if requests show it. */
  readonly shownTest?: string | undefined;
}

export function mutationInputOf(task: Task): MutationInput {
  const { prompt, entryPoint, completesPrompt, interfaceHint: { exampleTest: shownTest } = {} } = task;
  const reservedNames = new Set(task.reservedNames);
  return { prompt, entryPoint, reservedNames, completesPrompt, kind: kindOf(task), shownTest };
}

/** One rewrite of the whole prompt: its edits, and which identifiers were renamed (old -> new). */
export interface Proposal {
  readonly edits: readonly Edit[];
  readonly renames?: Readonly<Record<string, string>> | undefined;
}

export interface Refusal {
  readonly refused: string;
  readonly at?: Span | undefined;
}

/** How many slips: about one in 24, 12 or 6 of the places where one can be. */
export const NOISE_SEVERITIES = [1, 2, 3] as const;
export type NoiseSeverity = (typeof NOISE_SEVERITIES)[number];

/** A rule-based rewriter of prompts. Pure: proposals follow from input and generator alone. */
export interface Mutator {
  readonly name: string;
  readonly family: RuleFamily;
  readonly summary: string;
  readonly example: { readonly before: string; readonly after: string };
  readonly touches: readonly RegionKind[];
  readonly preserves: Preservation;
  /** Which of the properties P1 to P13 (docs/mutators.md) this mutator changes by design, such as the order of protected spans. */
  readonly declares?: readonly MutatorDeclaration[] | undefined;
  readonly source: Citation | 'original';
  /** Of noise: the same with more slips, from 2 to 3; by itself it is of severity 1. */
  readonly atSeverity?: (severity: NoiseSeverity) => Mutator['propose'];
  /** Whether one of its places in a prompt is enough, so that a strong composition takes no second: "please". */
  readonly once?: true | undefined;
  propose(input: MutationInput, rng: Rng): Iterable<Proposal | Refusal>;
}

/** Asks a model on behalf of a mutator; `judge` at temperature 0. @throws errors of `ChatModel.complete` */
export type MutationAsk = (messages: readonly ChatMessage[], purpose: 'write' | 'judge') => Promise<ChatReply>;

/** Lets a model write; used only when named. Its proposals pass the same guards, and then `confirm`. */
export interface ModelMutator extends Omit<Mutator, 'family' | 'propose' | 'source'> {
  readonly name: string;
  readonly family: 'llm';
  readonly source: Citation | { readonly title: string } | 'original';
  propose(input: MutationInput, ask: MutationAsk): AsyncIterable<Proposal | Refusal>;
  /** A last look at a mutant that passed the guards; null where it is accepted. */
  confirm?(before: string, after: string, ask: MutationAsk): Promise<Refusal | null>;
}

/** Deviations from the guards' default that a mutator declares; each relaxes only the guards concerned. */
export const MUTATOR_DECLARATIONS = [
  'number-words',
  'operator-synonyms',
  'short-forms',
  'free-wording',
  'renames',
  'case',
  'layout-white-space',
  'emphasis',
  'quantifiers',
  'comment-lines',
  /** Text around the prompt, which stays whole; see `Mutation.framed`. */
  'frames',
] as const;
export type MutatorDeclaration = (typeof MUTATOR_DECLARATIONS)[number];

export function isRefusal(outcome: Proposal | Refusal): outcome is Refusal {
  return 'refused' in outcome;
}

/** The input of a guard: the prompt before, the proposal, and the text after. */
export interface GuardInput extends MutationInput {
  readonly mutator: Pick<Mutator, 'name' | 'touches' | 'declares'> & { readonly family: MutatorFamily };
  readonly proposal: Proposal;
  readonly mutatedText: string;
}

/** One property that every mutant must have; sees every proposal after its mutator. */
export interface Guard {
  /** Stable kebab-case id, counted as the refusal reason `guard:<name>`. */
  readonly name: string;
  check(input: GuardInput): string | null;
}

const componentSchema = record({ mutator: text, family: z.enum(MUTATOR_FAMILIES) });
export type MutationComponent = Stored<typeof componentSchema>;

/** How much a variant differs from its prompt. Shares are of the running text, code and examples left out. */
const promptChangeSchema = record({
  words: count,
  /** Share of them that are replaced, dropped, or joined by new ones; a word that only moves does not count. */
  changedWords: z.number(),
  /** Edit distance of the token sequences (words and signs) over the tokens before. */
  tokenEdits: z.number(),
  reordered: z.number(),
});
export type PromptChange = Stored<typeof promptChangeSchema>;

/** How a variant came to be: enough to replay it, undo it and explain it. */
const mutationSchema = componentSchema.extend({
  mutator: text,
  /** Of a composition, in the order of application; absent where one mutator made the variant. */
  components: z.array(componentSchema).optional(),
  change: promptChangeSchema.optional(),
  preserves: z.enum(PRESERVATIONS),
  seed: z.number(),
  edits: z.array(record({ start: count, end: count, replacement: text })),
  /** old -> new; empty where nothing was renamed. */
  renames: z.record(text, text),
  /** The edits surround the prompt, with code in a fence: the variant is shown as it is, and the prompt specifies. */
  framed: z.literal(true).optional(),
});
export type Mutation = Stored<typeof mutationSchema>;

/** One prompt for a task; `prompt` equals `applyEdits(original, mutation.edits)`. */
export const variantSchema = record({
  /** `<taskId>::original`, or `<taskId>::<mutator>::s<seed>.<index>`. */
  id: text,
  taskId: text,
  prompt: text,
  mutation: mutationSchema.nullable(),
});
export type Variant = Stored<typeof variantSchema>;

export function specificationOf(task: Pick<Task, 'prompt'>, { prompt, mutation }: Variant): string {
  return mutation?.framed ? task.prompt.text : prompt;
}

/** The entry point as the variant names it. */
export function entryPointOf(task: Pick<Task, 'entryPoint'>, variant: Variant): string | null {
  return task.entryPoint === null ? null : (variant.mutation?.renames[task.entryPoint] ?? task.entryPoint);
}

type Makers = Pick<Mutation, 'mutator' | 'family' | 'components'>;

/** The mutators that had a hand in a variant: the components of a composition, else the one that made it. */
export const componentsOf = ({ mutator, family, components }: Makers): readonly MutationComponent[] =>
  components ?? [{ mutator, family }];

/** Whether a mutator had a hand in a variant. */
export const isBy = (mutation: Makers, mutator: string): boolean =>
  componentsOf(mutation).some((part) => part.mutator === mutator);
