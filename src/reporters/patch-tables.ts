import type { PatchGroup, PatchSelection } from '../records/patch-selection.ts';
import { plural } from './figures.ts';
import type { Table } from './tables/table.ts';
import { verdictTable } from './tables/verdict-table.ts';

function outcomeOf({ out, rank, breaks, verdicts }: PatchGroup): string {
  const broken = Object.keys(breaks).length;
  if (out) return `out: breaks ${plural(broken, 'test')}`;
  if (rank !== null) return `rank ${rank}`;
  return verdicts.length === 0 ? 'by votes' : 'passes no test';
}

/** Every patch, best first, and those that cannot be applied. */
export function patchesTable({ groups, refused, tests }: PatchSelection): Table {
  return {
    id: 'patches',
    caption: 'Outcomes',
    note: 'Patches with the same result count as votes.',
    head: ['patch', 'votes', 'passes', 'outcome'],
    rows: [
      ...groups.map((group) => [
        group.names.slice(0, 3).join(', ') + (group.votes > 3 ? ', …' : ''),
        String(group.votes),
        group.out ? '-' : `${group.passed}/${tests.length}`,
        outcomeOf(group),
      ]),
      ...refused.map(({ name, reason }) => [name, '1', '-', `out: ${reason}`]),
    ],
  };
}

/** Every patch that is in on every test. */
export function patchMatrixTable({ groups, tests }: PatchSelection): Table {
  const shown = groups.filter(({ out }) => !out);
  return verdictTable(
    '×n: n patches; before: the tree as it is.',
    ['test', 'before', ...shown.map(({ votes }, at) => `${at + 1} ×${votes}`)],
    tests.map(({ node, before }, at) => ({
      cells: [node],
      verdicts: [before, ...shown.map(({ verdicts }) => verdicts[at])],
    })),
  );
}

/** The pick and its reasons, in sentences. */
export function patchSentences({
  picked,
  rule,
  confidence,
  runnerUp,
  groups,
  tests,
  regression,
}: PatchSelection): string[] {
  const [first] = groups;
  if (!picked || !first) return ['No patch can be picked.'];
  const likely =
    confidence === null ? '' : `, probably right ${Math.round(100 * confidence)} % (uncalibrated for patches)`;
  const passes = tests.length === 0 ? '' : `, passes ${first.passed} of ${plural(tests.length, 'test')}`;
  const [does, doesNot] = runnerUp?.passedByPick ? ['fails', 'passes'] : ['passes', 'fails'];
  return [
    `Picked: ${picked.name} (${plural(picked.votes, 'vote')}${passes}; by ${rule}${likely}).`,
    runnerUp
      ? `Runner-up: ${runnerUp.name}, which ${does} ${runnerUp.test}; the pick ${doesNot} it.`
      : 'No test distinguishes the pick from another patch.',
    ...(regression.passing > 0
      ? [`Regression: ${plural(regression.passing, 'test')} of the tree, checked on each patch.`]
      : []),
  ];
}
