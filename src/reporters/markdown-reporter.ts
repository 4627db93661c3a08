import { codeBlock } from '../core/code-fence.ts';
import type { Reporter } from '../records/study.ts';
import type { Block, Section } from './document.ts';
import { studyTitle } from './names.ts';
import { notesMarkdown } from './notes.ts';
import { reportSections } from './sections/index.ts';
import { studyAlarms } from './sentences.ts';
import { markdownTable, markdownText } from './tables/markdown.ts';

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
function markdownSection({ title, blocks }: Pick<Section, 'title' | 'blocks'>, level: string): string {
  const parts = blocks.map((block) => markdownBlock(block, `${level}#`));
  return [`${level} ${markdownText(title)}\n`, ...parts].join('\n');
}

/** `report.md`: the content of the page, for pull requests and papers' appendices. */
export const markdownReporter: Reporter = {
  name: 'markdown',
  file: 'report.md',
  summary: 'Arms, comparisons, tasks and run facts as text with tables.',
  render(study) {
    const sections = reportSections(study).map((section) => markdownSection(section, '##'));
    const alarms = studyAlarms(study).map((alarm) => `**${markdownText(alarm)}**\n`);
    return [`# ${markdownText(studyTitle(study))}\n`, ...alarms, ...sections].join('\n');
  },
};
