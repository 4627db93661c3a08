import { join } from 'node:path';
import type { SelectPatchSettings } from '../../app/select-patch.ts';
import type { SelectionDocument } from '../../app/select-programs.ts';
import type { Explanation } from '../../app/selection/explain-task.ts';
import { requireNoConflict } from '../../app/settings/check-settings.ts';
import { valuesOf } from '../../app/settings/setting.ts';
import { patchFlags, selectSettings } from '../../app/settings/verb-settings.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { agreeingText } from '../../core/plural.ts';
import { table, terminalTable } from '../../reporters/columns.ts';
import { calibrationFigures, curvePoints } from '../../reporters/confidence-figures.ts';
import { estimateText, percent, plural, pointsWithInterval } from '../../reporters/figures.ts';
import { patchesTable, patchSentences } from '../../reporters/patch-tables.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Io, printResult } from '../io.ts';
import { verb } from '../verb.ts';

function preparationLine(prepared: SelectionDocument['prepared']): string {
  const { duplicatePrograms, duplicateTests, trivialTests } = prepared;
  const parts = [`merged as duplicates: ${plural(duplicatePrograms, 'program')}, ${plural(duplicateTests, 'test')}`];
  if (trivialTests > 0) parts.push(`dropped: ${plural(trivialTests, 'test')} without the function under test`);
  return `${parts.join('; ')}\n\n`;
}

function figures({ random = {}, scorers, comparisons = [], tasks }: SelectionDocument): string {
  const ks = Object.keys(random);
  const row = (name: string, estimates: Record<string, Estimate>) => [
    name,
    ...ks.map((k) => (estimates[k] ? estimateText(estimates[k]) : '-')),
  ];
  const head = table([
    [`${tasks} tasks, 95 % intervals`, ...ks.map((k) => `pass@${k}`)],
    row('random', random),
    ...Object.entries(scorers ?? {}).map(([name, of]) => row(name, of)),
  ]);
  if (comparisons.length === 0) return head;
  const lines = comparisons.map(({ scorer, against, difference }) => [
    `${scorer} - ${against}`,
    pointsWithInterval(difference),
    difference.low > 0 || difference.high < 0 ? '' : 'no claim',
  ]);
  return `${head}\npass@1, paired by task, 95 % bootstrap intervals:\n${table(lines)}`;
}

function calibrationText({ scorer, ...calibration }: NonNullable<SelectionDocument['calibration']>[number]): string {
  const rows = curvePoints(calibration.curve).map(({ coverage, precision, threshold }) => [
    `  answering ${percent(coverage)}`,
    `${percent(precision)} right`,
    `--min-confidence ${threshold.toFixed(2)}`,
  ]);
  return `\nConfidence of ${scorer}, ${calibrationFigures(calibration)}\n${table(rows)}`;
}

const DOCSTRING = /\n[ \t]*[rR]?("{3}|'{3})[\s\S]*?\1[ \t]*(?=\n)/;
const quoted = (text: string) => text.split('\n').map((line) => `   | ${line}`);

function setLines({ sets, testOccurrences }: Explanation): string[] {
  return sets.flatMap((set, at) => {
    const correct = set.correct === null ? '' : `, ${set.correct} of them right by the official tests`;
    const rules = set.byRule.map(({ scorer, score, rank }) =>
      rank === null ? `${scorer} out` : `${scorer} ${score?.toPrecision(4)} (rank ${rank})`,
    );
    return [
      '',
      `${at + 1}. ${plural(set.samples, 'sample')} (${plural(set.candidateIds.length, 'distinct program')}) pass ${set.testOccurrences} of ${plural(testOccurrences, 'test')}${correct}`,
      `   ${rules.join(', ')}`,
      // The prompt's docstring is the longest part of a completion and not part of the program.
      ...quoted(set.program.replace(DOCSTRING, '').trimEnd()).slice(-12),
    ];
  });
}

function separatingLines({ separating, setsInAll }: Explanation): string[] {
  if (setsInAll === 0) return ['No program passes any test: the pick is a plain draw.'];
  if (!separating) return ['No test separates it from another set.'];
  const { test, against, passedByFirst, occurrences, outputs } = separating;
  const [first, second] = outputs.map((output) => output ?? 'nothing');
  return [
    `Smallest test between 1 and ${against}, the next that passes other tests; written ${plural(occurrences, 'time')}, passed by ${passedByFirst ? 1 : against}:`,
    ...quoted(test),
    `   1 returns ${first}, ${against} returns ${second}`,
  ];
}

/** Why a task's pick was picked. */
function explanationText(explanation: Explanation): string {
  const { taskId, scorer, samples, testOccurrences, setsInAll } = explanation;
  const head = `${taskId}: ${plural(samples, 'sample')}, ${plural(testOccurrences, 'test')} with repeats, ${plural(setsInAll, 'set')} ranked by ${scorer}`;
  return [head, ...setLines(explanation), '', ...separatingLines(explanation), ''].join('\n');
}

function picksTable({ picks }: SelectionDocument): string {
  return table(
    picks.map(({ taskId, scorer, candidateIds, consensus, tied, confidence, abstained }) => [
      taskId,
      scorer,
      candidateIds[0] ?? (abstained ? 'abstains' : 'no program'),
      consensus ? agreeingText(consensus.candidates, consensus.tests) : 'nothing passes: a plain draw',
      confidence === null ? '' : `confidence ${confidence.toFixed(2)}`,
      tied > 1 ? `${tied} tied` : '',
    ]),
  );
}

function selectionText(document: SelectionDocument): string {
  const { tasks, candidates, tests, cells, picks, timings, prepared, calibration = [] } = document;
  const parts = [
    `${plural(tasks, 'task')}, ${plural(candidates, 'distinct program')}, ${plural(tests, 'distinct test')}: ${plural(cells, 'verdict')} in ${(timings.matrixMs / 1000).toFixed(1)} s\n`,
    preparationLine(prepared),
  ];
  if (document.explanation) parts.push(explanationText(document.explanation));
  else if (document.scorers) parts.push(figures(document), ...calibration.slice(0, 1).map(calibrationText));
  else parts.push(picksTable(document));
  const abstained = picks.filter((pick) => pick.abstained).length;
  if (abstained > 0) parts.push(`\nAbstained below the confidence asked for: ${abstained}/${picks.length} picks\n`);
  return parts.join('');
}

const settings = { ...selectSettings, ...patchFlags };

async function actOnPatches(flags: SelectPatchSettings, json: true | undefined, io: Io): Promise<ExitCode> {
  const { selectPatch } = await import('../../app/select-patch.ts');
  const selection = await selectPatch(flags, io.use);
  const { picked, applied, root, notes } = selection;
  const lines = [
    ...terminalTable(patchesTable(selection)),
    ...patchSentences(selection),
    ...notes.map((note) => `note: ${note}`),
    ...(applied ? [`written to ${root}`] : []),
    ...(flags.report === undefined ? [] : [`report: ${join(flags.report, 'patches.html')}`]),
  ];
  io.stderr(`${lines.join('\n')}\n`);
  printResult(io, json, selection, () => picked?.diff ?? '');
  return picked ? EXIT.done : EXIT.threshold;
}

export const selectVerb = verb({
  name: 'select',
  summary: 'Pick consensus programs from existing ones',
  settings,
  notes: `Solutions, one JSON object per line:
  {"task_id", "solution"} or {"task_id", "completion"}, {"prompt", "samples"} (CodeT), others (docs/formats.md)
Tests, one JSON object per line:
  {"task_id", "tests": ["assert f(1) == 2", …]} (every assertion counts), or {"prompt", "samples"} (CodeT; the first
  --tests-per-sample of each)
Patches: with --repo, the picked diff goes to stdout; exit code 3: there is none to pick (docs/patches.md)`,
  examples: [
    'mutagree select --dataset HumanEval.jsonl.gz --solutions samples.jsonl --tests tests.jsonl -o picked.jsonl',
    'mutagree select --dataset tasks.jsonl --solutions codet/solutions.jsonl --tests codet/tests.jsonl --timeout-ms 100 --scorer all --official --matrix-out codet.jsonl.gz',
    'mutagree select --matrix codet.jsonl.gz --explain HumanEval/4',
    "mutagree select --repo . --patches preds.jsonl --tests agent-tests --regression 'tests/**' --report patches",
  ],
  act: async ({ json, ...flags }, io, setExitCode) => {
    requireNoConflict(settings, flags);
    const given = valuesOf(flags);
    if (given.repo !== undefined) {
      return setExitCode(await actOnPatches(given as unknown as SelectPatchSettings, json, io));
    }
    const { selectPrograms } = await import('../../app/select-programs.ts');
    const document = await selectPrograms(given, io.use);
    const isWritten = given.output !== undefined && document.picks.some(({ candidateIds }) => candidateIds.length > 0);
    const hint = given.output === undefined ? '\nNo program is written; -o FILE keeps the picks.\n' : '';
    const picked = isWritten ? `\nPicked programs: ${given.output}\n` : hint;
    printResult(io, json, document, () => `${selectionText(document)}${picked}`);
  },
});
