import type { Excerpt } from './excerpt.ts';

/** One pair to be read, with what its reader must not see. */
export interface ReadingItem {
  readonly set: string;
  readonly task: string;
  readonly mutator: string;
  /** The kind of damage done on purpose; null for a mutant as the mutator made it. */
  readonly planted: string | null;
  readonly edits: readonly unknown[];
  readonly renames: Readonly<Record<string, string>>;
  readonly excerpt: Excerpt;
}

const INSTRUCTIONS = `# Reading sheet

Each item shows an original prompt and a rewritten one, both asking for a program ("[…]" stands for text left out of both).
Judge each item by itself:

1. **Meaning kept?** Would every program that is right for the original be right for the mutant, and the other way round?
   Consistent new names for functions and parameters keep the meaning (the tests follow); so do layout, case and politeness.
   Anything lost, added, weakened or turned around does not. Some items are wrong.
2. **Fluent?** Would a careful writer of English have written the mutant, apart from faults that the original has too?

Answer one line per item, fields separated by tabs, nothing else: \`item<TAB>yes|no<TAB>yes|no<TAB>reason\` (the reason may be empty where both are yes).
`;

/** A fence of backticks longer than any in the texts. */
function fenceFor(...texts: readonly string[]): string {
  const longest = texts
    .flatMap((text) => text.match(/`+/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), 2);
  return '`'.repeat(longest + 1);
}

/** The sheet's Markdown; items are numbered from 1. */
export function renderSheet(items: readonly ReadingItem[]): string {
  const parts = items.map(({ excerpt: { before, after } }, index) => {
    const fence = fenceFor(before, after);
    const block = (text: string) => `${fence}text\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
    return `## Item ${index + 1}\n\nOriginal:\n\n${block(before)}\n\nMutant:\n\n${block(after)}\n`;
  });
  return [INSTRUCTIONS, ...parts].join('\n');
}

/** The sheet's key, one JSON per line. */
export function renderKey(items: readonly ReadingItem[]): string {
  return items
    .map(({ set, task, mutator, planted, edits, renames }, index) =>
      JSON.stringify({ item: index + 1, mutator, set, task, planted, edits, renames }),
    )
    .map((line) => `${line}\n`)
    .join('');
}
