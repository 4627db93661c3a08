import { createTwoFilesPatch } from 'diff';
import type { Table } from './tables/table.ts';

/** A part of a section of a report, before any format. */
export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly tone?: 'note' | 'quiet' }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'code'; readonly title: string; readonly text: string; readonly language?: 'diff' }
  /** Folded in a page unless it is open. */
  | { readonly kind: 'card'; readonly title: string; readonly blocks: readonly Block[]; readonly open?: boolean }
  /** Runs with their folders, whose reports they lead to. */
  | { readonly kind: 'runs'; readonly runs: readonly { readonly name: string; readonly folder: string | null }[] }
  /** Markdown of those who publish a study. */
  | { readonly kind: 'notes'; readonly text: string };

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Its name in the navigation; the title by default. */
  readonly name?: string;
  readonly blocks: readonly Block[];
}

export const text = (content: string, tone?: 'note' | 'quiet'): Block => ({
  kind: 'text',
  text: content,
  ...(tone ? { tone } : {}),
});

export const heading = (content: string): Block => ({ kind: 'heading', text: content });

/** A unified diff of two texts, without its file names. */
export function diffBlock(title: string, before: string, after: string, context = 1): Block {
  const patch = createTwoFilesPatch('a', 'b', before, after, '', '', { context });
  const lines = patch.split('\n').slice(3);
  const shown = lines.filter((line) => !line.startsWith('\\ No newline'));
  return { kind: 'code', title, text: shown.join('\n').trimEnd(), language: 'diff' };
}

export const codeBlock = (title: string, content: string): Block => ({ kind: 'code', title, text: content });

export const tableBlock = (table: Table): Block => ({ kind: 'table', table });

/** A text for each of these, nothing for null. */
export const texts = (contents: readonly (string | null)[], tone?: 'note' | 'quiet'): Block[] =>
  contents.flatMap((content) => (content === null ? [] : [text(content, tone)]));
