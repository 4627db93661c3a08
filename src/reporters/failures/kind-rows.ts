import type { FailureKinds, KindTally } from '../../analysis/failures/failure-kinds.ts';
import { count, percent } from '../figures.ts';
import { conditionNames } from '../names.ts';
import { dlBenchFigures } from '../published/dl-bench-figures.ts';
import type { Table } from '../tables/table.ts';

const share = (part: number, of: number) => (of === 0 ? null : `${count(part)} (${percent(part / of)})`);

const failuresOf = ({ kinds }: KindTally, label: number) => kinds.find((kind) => kind.label === label)?.failures ?? 0;

/** Kinds with their sub-kinds by model, with published figures of GPT-4o; empty kinds are omitted. */
export function kindTable(results: readonly FailureKinds[]): Table {
  const { bugs } = dlBenchFigures();
  const published = bugs.kinds.reduce((sum, kind) => sum + kind.count, 0);
  const names = conditionNames(results);
  const rows = bugs.kinds.flatMap(({ label, name, count: theirs, subKinds }) => {
    const own = results.map(({ all }) => failuresOf(all, label));
    if (theirs === 0 && own.every((failures) => failures === 0)) return [];
    const subRows = subKinds.flatMap((sub) => {
      const counts = results.map(
        (result) => result.subKinds.find((one) => one.label === label && one.name === sub.name)?.failures ?? 0,
      );
      if (counts.every((failures) => failures === 0)) return [];
      return [[`… ${sub.name}`, ...counts.map(count), count(sub.count)]];
    });
    const cells = results.map(({ all }, at) => share(own[at] ?? 0, all.failures));
    return [[name, ...cells, share(theirs, published)], ...subRows];
  });
  const undecided = ['undecided', ...results.map(({ all }) => share(all.undecided, all.failures)), null];
  const all = ['failing samples', ...results.map(({ all: every }) => count(every.failures)), count(published)];
  return {
    id: 'bug-kinds',
    caption: 'Kinds of bug',
    note: '',
    head: ['kind', ...names, `published: ${bugs.failuresOf} on DL-Bench, labels`],
    rows: [...rows, undecided, all],
  };
}

/** How many kinds a table by group has columns for. */
const COLUMNS = 5;

function groupTable(caption: string, first: string, { all }: FailureKinds, groups: readonly KindTally[]): Table | null {
  if (groups.length < 2) return null;
  const kinds = all.kinds.slice(0, COLUMNS);
  return {
    id: `bug-kinds-by-${first}`,
    caption,
    note: '',
    head: [first, 'failing samples', ...kinds.map(({ name }) => name), 'undecided'],
    rows: groups.map((group) => [
      group.name,
      count(group.failures),
      ...kinds.map(({ label }) => share(failuresOf(group, label), group.failures)),
      share(group.undecided, group.failures),
    ]),
  };
}

/** The commonest kinds by arm, mutator and stage of one model; a grouping of one group is left out. */
export function groupTables(result: FailureKinds): readonly Table[] {
  return [
    groupTable('By arm', 'arm', result, result.byArm),
    groupTable('By mutator', 'variant', result, result.byMutator),
    groupTable('By stage', 'stage', result, result.byStage),
  ].filter((table) => table !== null);
}
