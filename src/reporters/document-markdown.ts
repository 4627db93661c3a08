import { codeBlock } from '../core/code-fence.ts';
import type { Block, Section } from './document.ts';
import { notesMarkdown } from './notes.ts';
import { markdownTable } from './tables/markdown.ts';
import { markdownText } from './tables/markdown-text.ts';

function linked({ name, folder }: { readonly name: string; readonly folder: string | null }): string {
  const shown = markdownText(name);
  return folder === null ? shown : `[${shown}](./${folder.split('/').map(encodeURIComponent).join('/')}/report.md)`;
}

/** A block as Markdown; texts of data and model are escaped or fenced. */
function markdownBlock(block: Block, level: string): string {
  switch (block.kind) {
    case 'text':
      return `${markdownText(block.text)}\n`;
    case 'heading':
      return `${level} ${markdownText(block.text)}\n`;
    case 'list':
      return block.items.map((item) => `- ${markdownText(item)}\n`).join('');
    case 'table':
      return markdownTable(block.table).replace('##', level);
    case 'code':
      return `${markdownText(block.title)}:\n\n${codeBlock(block.text, block.language ?? 'text')}`;
    case 'card':
      return [`**${markdownText(block.title)}**\n`, ...block.blocks.map((part) => markdownBlock(part, level))].join(
        '\n',
      );
    case 'runs':
      return block.runs.map((run) => `- ${linked(run)}\n`).join('');
    case 'notes':
      return `${notesMarkdown(block.text)}\n`;
  }
}

/** A section with its title; @param level of the title, such as `##` */
export function markdownSection({ title, blocks }: Pick<Section, 'title' | 'blocks'>, level: string): string {
  const parts = blocks.map((block) => markdownBlock(block, `${level}#`));
  return [`${level} ${markdownText(title)}\n`, ...parts].join('\n');
}
