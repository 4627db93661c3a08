import { diffArrays } from 'diff';
import type { Edit } from '../../src/core/edit.ts';
import type { MutationInput } from '../../src/core/mutation.ts';
import type { Span } from '../../src/core/span.ts';
import { layOut } from './lay-out-hunk.ts';
import { findRun, fixedBlocks, groupAtoms, piecesOf, promptTokens, type RewriteToken } from './rewrite-tokens.ts';

/**
 * The span edits that turn the prompt's running text into that of a rewrite.
 *
 * White space is the prompt's: a rewrite that joins or indents lines changes none of it. Code, signatures and examples
 * that the rewrite still holds, wherever it puts them and however it wraps them, stay where they are; one that it
 * changed is compared like text, so that the guards see the change. Protected spans are compared whole, so that no edit
 * cuts one.
 *
 * @param renames old -> new, as the rewrite uses them; they are turned back before the comparison.
 */
export function rewriteEdits(
  input: MutationInput,
  rewritten: string,
  renames: Readonly<Record<string, string>> = {},
): Edit[] {
  const { text } = input.prompt;
  const pieces = piecesOf(rewritten, { start: 0, end: rewritten.length }, renames);
  const taken = new Set<number>();
  const kept: Span[] = [];
  for (const block of fixedBlocks(input.prompt)) {
    const wanted = piecesOf(text, block);
    const at = findRun(pieces, wanted, (index) => taken.has(index));
    if (at < 0) continue;
    for (let index = at; index < at + wanted.length; index++) taken.add(index);
    kept.push(block);
  }
  const before = promptTokens(input, kept);
  const after = groupAtoms(
    pieces.filter((_, index) => !taken.has(index)),
    before,
  );
  return alignedEdits({ text, tokens: before, blocks: kept }, { text: rewritten, tokens: after });
}

interface Side {
  readonly text: string;
  readonly tokens: readonly RewriteToken[];
}

function alignedEdits(before: Side & { readonly blocks: readonly Span[] }, after: Side): Edit[] {
  const edits: Edit[] = [];
  let oldAt = 0;
  let newAt = 0;
  let removed = 0;
  let added = 0;
  const flush = () => {
    if (removed + added > 0) {
      edits.push(
        ...layOut(
          { ...before, first: oldAt - removed, count: removed },
          { ...after, first: newAt - added, count: added },
        ),
      );
    }
    removed = 0;
    added = 0;
  };
  const folded = ({ tokens }: Side) => tokens.map((token) => token.folded);
  for (const part of diffArrays(folded(before), folded(after))) {
    if (part.removed) {
      removed += part.count;
      oldAt += part.count;
    } else if (part.added) {
      added += part.count;
      newAt += part.count;
    } else {
      flush();
      for (let index = 0; index < part.count; index++) {
        const old = before.tokens[oldAt + index] as RewriteToken;
        const fresh = after.tokens[newAt + index] as RewriteToken;
        if (old.text !== fresh.text) {
          edits.push({ start: old.start, end: old.end, replacement: after.text.slice(fresh.start, fresh.end) });
        }
      }
      oldAt += part.count;
      newAt += part.count;
    }
  }
  flush();
  return edits;
}
