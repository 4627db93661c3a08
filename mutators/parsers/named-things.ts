import type { ProseToken } from './prose-tokens.ts';
import { CODE_WORDS } from './word-lists.ts';

const NOT_A_NAME = new Set(
  `a an the this that which when on with by if for from in as to and or at before after once directly multiple every
during only should must can will is are was be it its their each all used takes returns called named optional input
raises throws yields additional keyword following single second boolean several other default output of arguments parameters inputs
such well same soon long far known`.split(/\s+/),
);
const TYPE =
  /^(?:tensors?|floats?|ints?|integers?|strings?|str|bool|booleans?|lists?|tuples?|dict|dictionary|arrays?|ndarray|numpy|np|torch|pandas|optional|callable|number|scalar)$/i;
const ARTICLE = /^(?:a|an|the)$/i;
const HOLDER = /^(?:tensor|integer|float|boolean|flag|parameter|argument|variable)$/;
const TELLS_OF_IT = /^(?:of|with|representing|indicating|specifying|determining|containing|which|that|for)$/;

/** No enumeration is followed further than this, which keeps the scan linear. */
const REACH = 80;

/**
 * Indexes of words that running text uses as names without marking them: "a function called invert", "method forward
 * that", "parameters such as height, width", "lower as a float", "scale (a float ...)".
 */
export function namedWords(tokens: readonly ProseToken[]): ReadonlySet<number> {
  const named = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue;
    const word = token.text.toLowerCase();
    if (/^(?:parameters?|arguments?|inputs)$/.test(word) || isListedInput(tokens, at))
      addEnumeration(tokens, at, named);
    if (NOT_A_NAME.has(word)) continue;
    if (isNamed(tokens, at)) named.add(at);
  }
  return named;
}

function isNamed(tokens: readonly ProseToken[], at: number): boolean {
  const before = wordAt(tokens, at, -1);
  const after = wordAt(tokens, at, 1);
  if (/^(?:called|named)$/.test(before)) return !/^(?:is|are|was|were|be|so)$/.test(wordAt(tokens, at, -2));
  if (/^(?:function|method)$/.test(before)) {
    return /^(?:that|which|takes|implements|in|for)$/.test(after) || /^\p{Lu}/u.test(tokens[at + 2]?.text ?? '');
  }
  if (after === 'as' && ARTICLE.test(wordAt(tokens, at, 2)) && TYPE.test(wordAt(tokens, at, 3))) return true;
  if (HOLDER.test(before) && TELLS_OF_IT.test(after)) return true;
  if (/^(?:parameter|argument|flag)$/.test(after) && /^(?:a|an|the|optional)$/.test(before)) return true;
  return opensTypedBracket(tokens, at) || hasApposition(tokens, at);
}

/** "out, an ndarray of shape". */
function hasApposition(tokens: readonly ProseToken[], at: number): boolean {
  if (tokens[at + 1]?.text !== ',' || tokens[at + 2]?.kind !== 'space') return false;
  if (!/^(?:and|or|,|:|in)$/.test(tokens[at - 2]?.text ?? '')) return false;
  return ARTICLE.test(tokens[at + 3]?.text ?? '') && TYPE.test(tokens[at + 5]?.text ?? '');
}

/** The word `steps` words away with nothing but blanks between, or ''. */
function wordAt(tokens: readonly ProseToken[], at: number, steps: number): string {
  const direction = Math.sign(steps);
  for (let step = direction; Math.abs(step) <= Math.abs(steps); step += direction) {
    if (tokens[at + step * 2 - direction]?.kind !== 'space') return '';
  }
  const found = tokens[at + steps * 2];
  return found?.kind === 'word' ? found.text.toLowerCase() : '';
}

/** "takes input, offset, and weight": the first of a list. */
function isListedInput(tokens: readonly ProseToken[], at: number): boolean {
  if (tokens[at]?.text !== 'input' || tokens[at + 1]?.text !== ',') return false;
  return /^(?:takes|accepts|receives)$/.test(wordAt(tokens, at, -1));
}

/** "threshold (a float ...", "coords (string)". */
function opensTypedBracket(tokens: readonly ProseToken[], at: number): boolean {
  if (tokens[at + 1]?.kind !== 'space' || tokens[at + 2]?.text !== '(') return false;
  const first = tokens[at + 3]?.text ?? '';
  return TYPE.test(first) || CODE_WORDS.has(first) || (ARTICLE.test(first) && tokens[at + 4]?.kind === 'space');
}

/** "parameters such as height, width (a number), and depth": each single word of the list. */
function addEnumeration(tokens: readonly ProseToken[], trigger: number, named: Set<number>): void {
  if (isListedInput(tokens, trigger)) named.add(trigger);
  let at = trigger + 1;
  const last = Math.min(tokens.length, trigger + REACH);
  while (
    at < last &&
    (tokens[at]?.kind === 'space' || /^(?:such|as|like|including|:|named|called)$/.test(tokens[at]?.text ?? ''))
  )
    at += 1;
  while (at < last) {
    const token = tokens[at] as ProseToken;
    if (token.kind === 'space' || /^(?:,|and|or|`)$/.test(token.text)) {
      at += 1;
      continue;
    }
    const next = tokens[at + 1]?.kind === 'space' ? tokens[at + 2] : tokens[at + 1];
    const listed = next === undefined || /^(?:[,.(`]|and|or)$/.test(next.text);
    if (token.kind !== 'word' || NOT_A_NAME.has(token.text.toLowerCase()) || !listed) return;
    named.add(at);
    at += 1;
    if (next?.text !== '(') continue;
    for (let depth = 0; at < last; at++) {
      if (tokens[at]?.text === '(') depth += 1;
      else if (tokens[at]?.text === ')' && --depth === 0) break;
    }
    at += 1;
  }
}
