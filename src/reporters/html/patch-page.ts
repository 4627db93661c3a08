import type { PatchSelection } from '../../records/patch-selection.ts';
import { type Block, codeBlock, type Section, tableBlock, texts } from '../document.ts';
import { patchesTable, patchMatrixTable, patchSentences } from '../patch-tables.ts';
import { plainPage } from './html-document.ts';

function testCard({ tests, groups }: PatchSelection, at: number): Block {
  const test = tests[at];
  const reasons = groups
    .filter(({ out }) => !out)
    .flatMap(({ names, details }, row) => {
      const detail = details[at];
      return detail === null || detail === undefined ? [] : [`${row + 1} (${names[0]}): ${detail}`];
    });
  return {
    kind: 'card',
    title: test?.node ?? '',
    blocks: [codeBlock('The test', test?.source ?? ''), { kind: 'list', items: reasons }],
  };
}

function sectionsOf(selection: PatchSelection): Section[] {
  const { picked, tests, notes, groups, regression } = selection;
  const broken = groups.flatMap(({ names, breaks }) =>
    Object.entries(breaks).map(([node, detail]) => `${names[0]} breaks ${node}: ${detail ?? ''}`),
  );
  const left = [
    ...regression.flaky.map((node) => `${node} is flaky`),
    ...regression.failing.map((node) => `${node} fails before any patch`),
  ];
  return [
    {
      id: 'pick',
      title: 'The pick',
      blocks: [
        ...texts(patchSentences(selection)),
        ...texts(notes, 'note'),
        ...(picked ? [{ kind: 'code', title: picked.name, text: picked.diff, language: 'diff' } as const] : []),
      ],
    },
    { id: 'patches', title: 'Patches', blocks: [tableBlock(patchesTable(selection))] },
    ...(tests.length > 0
      ? [
          {
            id: 'tests',
            title: 'Every patch on every test',
            blocks: [tableBlock(patchMatrixTable(selection)), ...tests.map((_, at) => testCard(selection, at))],
          },
        ]
      : []),
    ...(broken.length + left.length > 0
      ? [
          {
            id: 'regression',
            title: 'Regression tests',
            blocks: [{ kind: 'list', items: [...broken, ...left] } as const],
          },
        ]
      : []),
  ];
}

/** The choice of a patch as a page of its own. */
export function patchPage(selection: PatchSelection): string {
  const name = selection.root.split('/').at(-1) ?? '';
  return plainPage(`patches of ${name}`, `Patches of ${name}`, sectionsOf(selection));
}
