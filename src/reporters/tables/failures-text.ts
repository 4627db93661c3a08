import { failureExamples } from '../../analysis/failures/failure-examples.ts';
import { failureKinds } from '../../analysis/failures/failure-kinds.ts';
import { type SharedMisreading, sharedMisreadings } from '../../analysis/failures/shared-misreadings.ts';
import type { Study } from '../../records/study.ts';
import {
  exampleParts,
  exampleTitle,
  hangsOnText,
  kindsNote,
  misreadingParts,
  misreadingTitle,
  SHOWN,
  type TextPart,
  wordingText,
} from '../failures/failure-texts.ts';
import { groupTables, kindTable, type TextTable } from '../failures/kind-rows.ts';
import { codeBlock } from './code-block.ts';
import { markdownText } from './markdown-text.ts';

function tableText({ title, head, rows }: TextTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`;
  const rule = `| ${head.map((_, at) => (at === 0 ? '---' : '--:')).join(' | ')} |\n`;
  return `**${title}**\n\n${line(head)}${rule}${rows.map(line).join('')}`;
}

const partText = ({ title, text }: TextPart) => `${title}:\n\n${codeBlock(text, 'text')}`;

function misreadingText(misreading: SharedMisreading): string {
  return [
    `- ${markdownText(misreadingTitle(misreading))}. ${markdownText(hangsOnText(misreading))} By wording: ${misreading.wordings
      .slice(0, SHOWN.wordings)
      .map((wording) => markdownText(wordingText(wording)))
      .join('; ')}.\n`,
    ...misreadingParts(misreading).map(partText),
  ].join('\n');
}

/** What goes wrong, as Markdown; texts of data and model stand in fenced blocks. Nothing where no failure was kept. */
export function failuresText(study: Study, heading: (title: string) => string): string[] {
  const results = failureKinds(study);
  if (results.length === 0) return [];
  const shared = sharedMisreadings(study).slice(0, SHOWN.misreadings);
  const examples = failureExamples(study);
  return [
    heading('What goes wrong'),
    `${markdownText(kindsNote(results))}\n`,
    tableText(kindTable(results)),
    ...results.flatMap(groupTables).map(tableText),
    ...(shared.length > 0 ? ['**Shared misreadings**\n', ...shared.map(misreadingText)] : []),
    ...examples.flatMap((example) => [
      `**${markdownText(exampleTitle(example))}**\n`,
      ...exampleParts(example).map(partText),
    ]),
  ];
}
