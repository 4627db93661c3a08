import { diffArrays } from 'diff';
import type { MutationInput } from '../../src/core/mutation.ts';
import type { Edit, Span } from '../../src/core/text.ts';
import { tokenizeProse } from '../parsers/prose-tokens.ts';
import { protectedSpans } from '../parsers/protected-spans.ts';
import { insertAt } from '../proposals.ts';
import { type RewriteToken, tokensAround, unitedLike } from './rewrite-tokens.ts';

/**
 * The span edits that turn the prompt's running text into that of a rewrite.
 *
 * White space is the prompt's: a rewrite that joins or indents lines changes none of it. Code, signatures, examples and
 * protected spans are compared whole, however the rewrite wraps them, so that no edit cuts one and the guards see a change.
 */
export function rewriteEdits({ prompt, entryPoint }: MutationInput, rewritten: string): Edit[] {
  const { text, regions } = prompt;
  const blocks = regions.filter(({ kind }) => kind !== 'prose');
  const atoms = protectedSpans(prompt, entryPoint).filter(({ kind }) => WHOLE.test(kind));
  const all = tokensAround(text, piecesOf(text), blocks, atoms);
  const fresh = unitedLike(piecesOf(rewritten), all);
  // A block that the rewrite still holds, wherever, stays where it is.
  const isKept = ({ start, text: block }: RewriteToken) =>
    blocks.some((each) => each.start <= start && start < each.end) && fresh.some((token) => token.text === block);
  const kept = new Set(all.filter(isKept).map((token) => token.text));
  const before = all.filter((token) => !isKept(token));
  const after = fresh.filter((token) => !kept.has(token.text));
  const edits: Edit[] = [];
  let [oldAt, newAt, removed, added] = [0, 0, 0, 0];
  const flush = () => {
    if (removed + added > 0) {
      const words = spelled(rewritten, after.slice(newAt - added, newAt));
      edits.push(...hunkEdits(text, before, { at: oldAt - removed, count: removed }, words));
    }
    removed = 0;
    added = 0;
  };
  const folded = (tokens: readonly RewriteToken[]) => tokens.map((token) => token.folded);
  for (const part of diffArrays(folded(before), folded(after))) {
    if (!part.added && !part.removed) flush();
    if (!part.added) oldAt += part.count;
    if (!part.removed) newAt += part.count;
    if (part.removed) removed += part.count;
    else if (part.added) added += part.count;
    else {
      for (let back = part.count; back > 0; back--) {
        const [old, fresh] = [before[oldAt - back], after[newAt - back]];
        if (old && fresh && old.text !== fresh.text)
          edits.push({ start: old.start, end: old.end, replacement: rewritten.slice(fresh.start, fresh.end) });
      }
    }
  }
  flush();
  return edits;
}

/** Kinds of protected spans whose every byte counts; words of the others are compared as one. */
const WHOLE = /^(?:quote|math|url|number|identifier|expression)$/;

const piecesOf = (text: string) =>
  tokenizeProse(text, { start: 0, end: text.length }).filter(({ kind }) => kind !== 'space');

/** A word of the rewrite with the blank before it, and whether a blank follows. */
interface Word {
  readonly blank: '' | ' ';
  readonly text: string;
  readonly followed: boolean;
}

function spelled(rewritten: string, tokens: readonly RewriteToken[]): Word[] {
  return tokens.map(({ start, end }) => ({
    blank: /\S/.test(rewritten[start - 1] ?? ' ') ? '' : ' ',
    text: rewritten.slice(start, end).replace(/\s+/g, ' '),
    followed: /\s/.test(rewritten[end] ?? ''),
  }));
}

/**
 * The edits that replace tokens by words, or insert words between two. Line breaks and blocks stay, spread over the new
 * words as over the old.
 */
function hunkEdits(
  text: string,
  tokens: readonly RewriteToken[],
  { at, count }: { readonly at: number; readonly count: number },
  words: readonly Word[],
): Edit[] {
  const [before, next] = [tokens[at - 1], tokens[at + count]];
  if (count === 0) return [insertion(text, before, next, words)];
  const edits: Edit[] = [];
  let [from, word] = [at, 0];
  for (let end = at + 1; end <= at + count; end++) {
    const [last, following] = [tokens[end - 1] as RewriteToken, tokens[end]];
    const isLast = end === at + count;
    if (!isLast && !BREAK.test(text.slice(last.end, following?.start))) continue;
    const until = isLast ? words.length : Math.round(((end - at) / count) * words.length);
    const own = joined(words.slice(word, until));
    const span = { start: (tokens[from] as RewriteToken).start, end: last.end };
    const lead = words[word]?.blank === ' ' && /\S/.test(text[span.start - 1] ?? ' ') ? ' ' : '';
    const tail = words[until - 1]?.followed && /[\p{L}\p{N}]/u.test(text[span.end] ?? ' ') ? ' ' : '';
    edits.push(
      own === ''
        ? emptied(text, span)
        : { ...glued(text, span, words[word], from === at), replacement: lead + own + tail },
    );
    [from, word] = [end, until];
  }
  return edits;
}

const BREAK = /[\t\r\n\v\f]/;

const joined = (words: readonly Word[]) =>
  words.map(({ blank, text }, index) => (index === 0 ? text : blank + text)).join('');

/** Inserts words between two tokens: after the first, but before a line that they open. */
function insertion(
  text: string,
  before: RewriteToken | undefined,
  next: RewriteToken | undefined,
  words: readonly Word[],
): Edit {
  const spaced = words.at(-1)?.followed ? ' ' : '';
  const opensLine = before && next && BREAK.test(text.slice(before.end, next.start)) && /[.?!:]$/.test(before.text);
  if (!before || (opensLine && words[0]?.blank))
    return insertAt(next?.start ?? text.length, joined(words) + (next ? spaced : ''));
  const behind = /\S/.test(text[before.end] ?? ' ') ? spaced : '';
  return insertAt(before.end, (words[0]?.blank ?? '') + joined(words) + behind);
}

/** A sign in the place of a word takes the blank in front of it away. */
function glued(text: string, { start, end }: Span, first: Word | undefined, opens: boolean): Span {
  const tight = opens && first?.blank === '' && text[start - 1] === ' ' && start > 1;
  return { start: tight ? start - 1 : start, end };
}

/** With a word goes one of the blanks around it. */
function emptied(text: string, { start, end }: Span): Edit {
  if (text[start - 1] === ' ' && start > 1) return { start: start - 1, end, replacement: '' };
  const opensLine = /\s/.test(text[start - 1] ?? ' ');
  return { start, end: opensLine && text[end] === ' ' ? end + 1 : end, replacement: '' };
}
