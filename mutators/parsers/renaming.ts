import type { MutationInput } from '../../src/core/mutation.ts';
import { contains, type Edit, type Span } from '../../src/core/text.ts';
import { codeOnly } from './code-places.ts';
import { programRequests } from './imperatives.ts';
import { asksForMethod, isMethod, methodObstacle } from './method-names.ts';
import { nameOccurrences } from './name-occurrences.ts';
import { functionRoles, parameterRoles } from './name-roles.ts';
import { type PromptFunction, requestedName, targetFunction } from './prompt-names.ts';
import { looksLikeIdentifier } from './word-lists.ts';

/** The edits of a rename, or why the name has to stay. */
export type RenameEdits = { readonly edits: readonly Edit[] } | { readonly refused: string };

/** The name of the function that a prompt asks for, or null where it is open. */
export function targetName({ prompt, entryPoint }: MutationInput): string | null {
  return entryPoint || (requestedName(prompt) ?? targetFunction(prompt, null)?.name ?? null);
}

/** Edits that rename the wanted function everywhere in the prompt. */
export function renameFunctionEdits(input: MutationInput, name: string, replacement: string): RenameEdits {
  const target = targetFunction(input.prompt, name);
  if (/^__\w+__$/.test(name)) return { refused: 'dunder-name' };
  const method = target !== null && isMethod(target);
  const obstacle = method ? methodObstacle(input, target) : null;
  if (obstacle !== null) return { refused: obstacle };
  if (!target && asksForMethod(input, name)) return { refused: 'method-of-hidden-class' };
  const edits: Edit[] = [];
  const roleAt = functionRoles(codeOnly(input.prompt), name);
  for (const { start, end, role } of nameOccurrences(input.prompt, name, name, hasShapeOfName(name))) {
    const isOwn = target !== null && contains(target.nameSpan, { start, end });
    if (role === 'word') return { refused: 'name-is-a-word' };
    if (role === 'attribute' || role === 'math') return { refused: `name-in-${role}` };
    if (role === 'literal' && !/[_]/.test(name)) return { refused: 'name-in-literal' };
    if (role === 'code' && !isOwn) {
      const place = roleAt(start);
      if (place === 'other-variable') continue;
      const told = isToldOf(input.prompt.text, { start, end }, hasShapeOfName(name));
      // A bare name next to a method is another function.
      const meant = place === 'own' && !method;
      if (!meant && !(isExplanation(place) && told)) return { refused: 'name-in-code' };
    }
    edits.push({ start, end, replacement });
  }
  return edits.length > 0 ? { edits } : introduceName(input, replacement);
}

/** Whether text next to code explains the name instead of running it. */
function isExplanation(place: string | undefined): boolean {
  return place === 'comment' || place === 'docstring';
}

/** Whether a word of a comment can only mean the identifier. */
function isToldOf(text: string, { start, end }: Span, unmistakable: boolean): boolean {
  return unmistakable || text[end] === '(' || (text[start - 1] === '`' && text[end] === '`');
}

/** Only `_` or an inner capital tells: "chi2" and "fib4" may name a statistic or a sequence. */
function hasShapeOfName(name: string): boolean {
  return /_|\p{Ll}\p{Lu}/u.test(name);
}

/** "Write a function to ..." -> "Write a function named X to ...", where the prompt leaves the name to its tests. */
function introduceName({ prompt, entryPoint }: MutationInput, replacement: string): RenameEdits {
  const requests = programRequests(prompt, entryPoint).filter(({ noun }) => noun.text.toLowerCase() === 'function');
  const [request] = requests;
  if (!request || requests.length > 1) return { refused: 'name-not-in-prompt' };
  const { end } = request.noun;
  if (!/^ (?:to|that|which|for) /.test(prompt.text.slice(end, end + 8))) return { refused: 'name-not-in-prompt' };
  return { edits: [{ start: end, end, replacement: ` named ${replacement}` }] };
}

/** Edits that rename one parameter in signature, examples and prose. */
export function renameParameterEdits(
  { prompt, entryPoint }: MutationInput,
  target: PromptFunction,
  name: string,
  replacement: string,
): RenameEdits {
  const parameter = target.parameters.find((candidate) => candidate.name === name);
  if (parameter?.kind !== 'plain') return { refused: 'not-a-plain-parameter' };
  if (name.length === 1 && isEntangled(prompt.text, name)) return { refused: 'name-in-formula' };
  const edits: Edit[] = [];
  const roleAt = parameterRoles(codeOnly(prompt), target.nameSpan.start, name);
  for (const { start, end, role } of nameOccurrences(prompt, entryPoint, name)) {
    if (role === 'code') {
      const place = contains(parameter, { start, end }) ? 'own' : roleAt(start);
      const told = isExplanation(place) && isToldOf(prompt.text, { start, end }, looksLikeIdentifier(name));
      const inside = start >= target.whole.start && (start < target.whole.end || isBehind(prompt.text, target, start));
      if (place === 'own' || (inside && told)) edits.push({ start, end, replacement });
      else if (inside && place !== 'other-variable' && place !== 'attribute') return { refused: 'name-in-body' };
    } else if (role === 'word') return { refused: 'name-is-a-word' };
    else if (isJoined(prompt.text, { start, end })) return { refused: 'name-in-compound' };
    else if (role === 'math') return { refused: 'name-in-math' };
    else if (role === 'literal' && inProse(prompt, start)) return { refused: 'name-in-literal' };
    else if (role === 'mention') edits.push({ start, end, replacement });
  }
  return { edits };
}

/** Whether an offset after a signature region still belongs to the function: nothing at column 0 in between. */
function isBehind(text: string, target: PromptFunction, at: number): boolean {
  return !/\n(?=[^\s#)\]}'"])/.test(text.slice(target.whole.end, at));
}

/** "top-k", "k-means": a hyphen makes a term of the name and a word, which the name is no more than a part of. */
function isJoined(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  return /\p{L}{2}-$/u.test(before) || /^-(?!(?:th|st|nd|rd)\b)\p{L}{2}/u.test(text.slice(end, end + 4));
}

function inProse({ regions }: MutationInput['prompt'], at: number): boolean {
  return regions.some(({ kind, start, end }) => kind === 'prose' && start <= at && at < end);
}

/** "2n", "nth", "n-th", "nx^2", or the same letter in the other case: a rename would cut the tie. */
function isEntangled(text: string, letter: string): boolean {
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  const glued = new RegExp(
    `(?<![\\p{L}_])\\d+${letter}(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])${letter}['’-]?(?:th|st|nd|rd)\\b`,
    'u',
  );
  const cased = new RegExp(`(?<![\\p{L}\\p{N}_'’])${other}(?![\\p{L}\\p{N}_'’])`, 'u');
  const product = new RegExp(
    `(?<![\\p{L}\\p{N}_])${letter}[a-z](?=\\^|\\*\\*| [-+=] )|[-+=] ${letter}[a-z](?![\\p{L}_])`,
    'u',
  );
  return glued.test(text) || product.test(text) || (!/^[AI]$/.test(other) && cased.test(text));
}
