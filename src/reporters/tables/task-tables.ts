import type { TaskResult } from '../../analysis/arms/task-results.ts';
import type { Arm } from '../../core/arm.ts';
import { isShared } from '../../core/imported-samples.ts';
import { type Candidate, type Origin, sampleKey, testText } from '../../core/program.ts';
import type { OfficialRecord, RankingRecord, RunRecord } from '../../records/run-record.ts';
import { numberCell, type Table } from './table.ts';
import { verdictTable } from './verdict-table.ts';

/** Rows per arm in the table of sets, and rows and columns of the matrix. */
const MOST_SETS = 10;
const MOST_TESTS = 150;
const MOST_PROGRAMS = 100;

/** A run whose lists hold the records of one task alone. */
export interface TaskRun extends RunRecord {
  readonly results: readonly TaskResult[];
}

/** The decision of one arm on a task. */
interface ArmPick {
  readonly arm: Arm;
  readonly samples: readonly Origin[];
  readonly tests: readonly Origin[];
  readonly ranking: RankingRecord | undefined;
  readonly result: TaskResult | undefined;
  readonly pickedId: string | null;
}

/** A program with its name on the page. */
export interface NamedProgram {
  readonly name: string;
  readonly candidate: Candidate;
  readonly official: OfficialRecord | undefined;
  readonly pickedBy: readonly Arm[];
}

export function armPicks({ armSamples, rankings, results, manifest }: TaskRun): readonly ArmPick[] {
  return armSamples.map(({ arm, samples, tests = samples }) => {
    const ranking = rankings.find((one) => one.arm === arm && one.scorer === manifest.scorer);
    const result = results.find((one) => one.arm === arm);
    return { arm, samples, tests, ranking, result, pickedId: result?.pickedId ?? ranking?.pickedId ?? null };
  });
}

/** The programs by the ranking of the last arm that has one, best first; then by their samples. */
export function namedPrograms({ candidates, official }: TaskRun, picks: readonly ArmPick[]): readonly NamedProgram[] {
  const sets = picks.findLast(({ ranking }) => ranking !== undefined)?.ranking?.sets ?? [];
  const ranks = new Map(sets.flatMap(({ candidateIds }, rank) => candidateIds.map((id) => [id, rank] as const)));
  const rankOf = ({ id }: Candidate) => ranks.get(id) ?? sets.length;
  return candidates
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.origins.length - one.origins.length)
    .map((candidate, at) => ({
      name: `P${at + 1}`,
      candidate,
      official: official.find(({ candidateId }) => candidateId === candidate.id),
      pickedBy: picks.filter(({ pickedId }) => pickedId === candidate.id).map(({ arm }) => arm),
    }));
}

function reasonOf({ arm, ranking }: ArmPick): string {
  if (!ranking) return arm === 'baseline' ? 'first sample' : 'not ranked';
  if (ranking.abstained) return 'random draw: no program passes a test';
  return ranking.tiedIds.length > 1 ? `drawn among ${ranking.tiedIds.length} of equal score` : 'best score';
}

/** The pick of every arm, its verdict and its reason. */
export function picksTable(picks: readonly ArmPick[], programs: readonly NamedProgram[]): Table {
  return {
    id: 'picks',
    caption: 'Picks',
    note: 'Expected pass@1 of the arm on this task, in percent.',
    head: ['arm', 'pick', 'official tests', 'chosen as', 'pass@1'],
    rows: picks.map((pick) => {
      const picked = programs.find(({ candidate }) => candidate.id === pick.pickedId);
      const verdict = picked?.official && (picked.official.passed ? '✓ right' : '✗ wrong');
      return [
        pick.arm,
        picked?.name ?? 'no program',
        verdict ?? 'not evaluated',
        picked ? reasonOf(pick) : null,
        numberCell(pick.result?.passAtK['1'] ?? null, 'percent'),
      ];
    }),
  };
}

/** The best consensus sets of every arm. */
export function setsTable(picks: readonly ArmPick[], programs: readonly NamedProgram[], { tests }: TaskRun): Table {
  const testOrigins = new Map(tests.map(({ id, origins }) => [id, origins]));
  return {
    id: 'sets',
    caption: 'Consensus sets',
    note: `Programs that pass the same tests. Samples and tests count each reply of the arm; right: samples that pass the official tests. At most ${MOST_SETS} sets per arm.`,
    head: ['arm', 'set', 'score', 'programs', 'samples', 'tests', 'distinct tests', 'right'],
    rows: picks.flatMap(({ arm, samples, tests: testSamples, ranking }) => {
      const [ownSamples, ownTests] = [samples, testSamples].map((origins) => new Set(origins.map(sampleKey)));
      const count = (origins: readonly Origin[], own = new Set<string>()) =>
        origins.filter((origin) => isShared(origin) || own.has(sampleKey(origin))).length;
      return (ranking?.sets ?? []).slice(0, MOST_SETS).map(({ candidateIds, testIds, score }, at) => {
        const members = programs.filter(({ candidate }) => candidateIds.includes(candidate.id));
        const samplesOf = (of: readonly NamedProgram[]) =>
          of.reduce((sum, { candidate }) => sum + count(candidate.origins, ownSamples), 0);
        return [
          arm,
          String(at + 1),
          numberCell(score, 'number'),
          members.map(({ name }) => name).join(', '),
          numberCell(samplesOf(members), 'count'),
          numberCell(
            testIds.reduce((sum, id) => sum + count(testOrigins.get(id) ?? [], ownTests), 0),
            'count',
          ),
          numberCell(testIds.length, 'count'),
          numberCell(samplesOf(members.filter(({ official }) => official?.passed)), 'count'),
        ];
      });
    }),
  };
}

/** How far a test holds for the programs that the official tests accept: known only after the fact. */
function soundness(right: number, passed: number): string {
  if (right === 0) return '-';
  return passed === right ? '✓' : passed === 0 ? '✗' : `${passed} of ${right}`;
}

/** Every generated test on every program; tests that distinguish programs come first. */
export function testsTable(programs: readonly NamedProgram[], { matrices: [matrix], tests }: TaskRun): Table {
  const shown = programs.slice(0, MOST_PROGRAMS);
  const rowOf = new Map(matrix?.candidates.map(({ id }, row) => [id, row]));
  const columnOf = new Map(matrix?.tests.map(({ id }, column) => [id, column]));
  const judged = tests.map(({ id, body, origins }) => {
    const verdicts = shown.map(
      ({ candidate }) => matrix?.verdicts[rowOf.get(candidate.id) ?? -1]?.[columnOf.get(id) ?? -1],
    );
    const passing = shown.filter((_, at) => verdicts[at] === 'pass');
    return {
      votes: passing.reduce((sum, { candidate }) => sum + candidate.origins.length, 0),
      distinguishes: passing.length > 0 && passing.length < shown.length,
      verdicts,
      cells: [
        testText(body),
        `×${origins.length}`,
        soundness(
          shown.filter(({ official }) => official?.passed).length,
          passing.filter(({ official }) => official?.passed).length,
        ),
      ],
    };
  });
  const sorted = judged.toSorted(
    (one, other) => Number(other.distinguishes) - Number(one.distinguishes) || other.votes - one.votes,
  );
  const left = tests.length - MOST_TESTS;
  return verdictTable(
    `×n: written n times. Valid: right programs pass. ▸: picked by an arm. Tests that distinguish programs come first${left > 0 ? `; ${left} more tests` : ''}.`,
    ['test', 'written', 'valid', ...shown.map(({ name, pickedBy }) => `${pickedBy.length > 0 ? '▸' : ''}${name}`)],
    sorted.slice(0, MOST_TESTS),
  );
}
