import { type ArmResult, gainsOverRuns, summariseArms } from '../../analysis/arms/arm-results.ts';
import { reportedK } from '../../analysis/arms/task-results.ts';
import { RIVAL_ARMS } from '../../core/arm.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { type Section, tableBlock, texts } from '../document.ts';
import { count, plural } from '../figures.ts';
import { type NamedRun, namedRuns, prefixed } from '../names.ts';
import { findings, importedFigures, rateSentences, runNotes } from '../sentences.ts';
import { numberCell, percentCell, type Table, type TableCell } from '../tables/table.ts';

function tokenCells({ tokens: { inputTokens, outputTokens, replies, uncounted } }: ArmResult): TableCell[] {
  if (uncounted === replies) return [null, null];
  return [numberCell(inputTokens, 'count'), numberCell(outputTokens, 'count')];
}

/** @param width `arms` leaves out tokens, `runs` all but pass@1, too */
export function armsTable(runs: readonly NamedRun[], width: 'full' | 'arms' | 'runs' = 'full'): Table {
  const ks = width === 'runs' ? ['1'] : reportedK((runs[0] as NamedRun).record.manifest).map(String);
  const uncounted = runs.some(({ record }) => summariseArms(record).arms.some(({ tokens }) => tokens.uncounted > 0));
  return {
    id: 'arms',
    caption: 'Arms',
    note: `pass@k in percent with 95 % intervals over tasks. Right: tasks whose pick passes the official tests; the pick of baseline is its first sample.${uncounted ? ' Tokens are those that the endpoint counted.' : ''}`,
    head: [
      'run',
      'arm',
      ...ks.map((k) => `pass@${k}`),
      'right',
      'abstained',
      ...(width === 'full' ? ['tokens in', 'tokens out'] : []),
    ],
    rows: runs.flatMap(({ name, record }) =>
      summariseArms(record).arms.map((arm): TableCell[] => [
        name ?? '',
        arm.arm,
        ...ks.map((k) => (arm.passAtK[k] ? percentCell(arm.passAtK[k]) : null)),
        `${arm.solved}/${arm.tasks}`,
        numberCell(arm.abstained, 'count'),
        ...(width === 'full' ? tokenCells(arm) : []),
      ]),
    ),
  };
}

export function gainsTable(study: Study, runs: readonly NamedRun[]): Table {
  const gains = gainsOverRuns(study);
  const { tasks } = summariseArms(study.runs[0]);
  const test = gains[0]?.[0]?.test ?? 'exact McNemar';
  return {
    id: 'gains',
    caption: 'What each step gains',
    note: `Points of expected pass@1 at equal samples over ${plural(tasks, 'task')}, paired by task, with 95 % intervals. Only: tasks that one of the two alone solves. p: ${test} over the picks; Holm: corrected over the runs. A finding needs an interval without zero and a corrected p below 0.05.`,
    head: ['run', 'arm', 'against', 'difference', 'only', 'p', 'Holm', 'verdict'],
    rows: runs.flatMap(({ name }, at) =>
      (gains[at] ?? []).map(
        ({ arm, against, difference, onlyArm, onlyAgainst, pValue, adjustedP, finding }): TableCell[] => [
          name ?? '',
          arm,
          against,
          { ...difference, unit: 'points' },
          `${onlyArm}:${onlyAgainst}`,
          numberCell(pValue, 'p'),
          numberCell(adjustedP, 'p'),
          finding ? 'a finding' : 'not a finding',
        ],
      ),
    ),
  };
}

function armsExplained({ manifest: { arms, samplesPerArm, given } }: RunRecord): string {
  const isAcross = arms.includes('mutation-ensemble');
  const isRivalled = arms.some((arm) => RIVAL_ARMS.some((rival) => rival === arm));
  if (given) {
    return `baseline: one random sample, the mean over all samples. self-agreement: one program selected among ${count(samplesPerArm)} of one variant, the mean over the variants. ${isAcross ? 'mutation-ensemble: one program selected among as many, spread over variants, the mean over draws. ' : ''}Tests are those of the file. The intervals here and in the tables of variants use separate bootstrap samples; the last digit may differ.`;
  }
  return `baseline: the ${count(samplesPerArm)} programs of the original prompt, without selection. self-agreement: one program selected among them with ${count(samplesPerArm)} test replies.${isAcross ? ' mutation-ensemble: as many programs and replies, spread over the variants of the prompt.' : ''}${isRivalled ? ' The other arms spend as many calls in other ways (docs/agreement.md).' : ''}`;
}

/** The arms of every run, their gains, and the basis of the numbers. */
export function overviewSection(study: Study): Section {
  const runs = namedRuns(study);
  const [first] = study.runs;
  const ofEach = (sentences: (record: RunRecord) => readonly (string | null)[]) =>
    runs.flatMap(({ name, record }) =>
      sentences(record).flatMap((sentence) => (sentence === null ? [] : [prefixed(name, sentence)])),
    );
  const links = runs.map(({ name, folder }) => ({ name: name ?? '', folder }));
  return {
    id: 'overview',
    title: `Expected pass@1 at ${count(first.manifest.samplesPerArm)} samples per task`,
    name: 'Overview',
    blocks: [
      ...texts(ofEach((record) => [findings(summariseArms(record)).join(' ') || null])),
      ...texts(importedFigures(first), 'note'),
      ...texts(ofEach(runNotes), 'note'),
      ...(runs.length > 1 ? [{ kind: 'runs', runs: links } as const] : []),
      tableBlock(armsTable(runs)),
      ...texts(ofEach(rateSentences)),
      tableBlock(gainsTable(study, runs)),
      ...texts([armsExplained(first)], 'quiet'),
    ],
  };
}
