import { diffLines, diffWordsWithSpace } from 'diff';
import { html, type Markup } from './markup.ts';

const marks = (changes: readonly { value: string; added?: boolean; removed?: boolean }[]): Markup[] =>
  changes.map(({ value, added, removed }) =>
    added ? html`<ins>${value}</ins>` : removed ? html`<del>${value}</del>` : html`${value}`,
  );

/** Two prompts as one text with what was dropped and what is new, word by word. */
export function promptDiff(before: string, after: string): Markup {
  return html`${marks(diffWordsWithSpace(before, after))}`;
}

/** Two programs as one text with dropped and new lines. */
export function programDiff(before: string, after: string): Markup {
  return html`${marks(diffLines(before.endsWith('\n') ? before : `${before}\n`, after.endsWith('\n') ? after : `${after}\n`))}`;
}
