import { relative } from 'node:path';
import { type RunOptions, run, type StudyOutcome } from '../../app/run-study.ts';
import type { StudySettings } from '../../app/settings/config.ts';
import type { RunOutcome } from '../../app/study/run-one.ts';
import { runText, studyText } from '../../app/texts/run-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

function printRun(outcome: RunOutcome, json: boolean, io: Io): void {
  const { directory, reports, summary, byPart, adaptive, cost, calls } = outcome;
  const passAtKByPart = byPart.length > 0 ? { passAtKByPart: Object.fromEntries(byPart) } : {};
  const document = { status: 'finished', directory, ...summary, ...passAtKByPart, adaptive, cost, calls, reports };
  printResult(io, json, document, () => runText(outcome, { color: io.stdoutIsTerminal }));
}

function printStudy(study: StudyOutcome, json: boolean, io: Io): void {
  const { directory, reports } = study;
  const runs = study.runs.map(({ model, repeat, directory: own, summary, cost, calls }) => {
    return { model, repeat, directory: own, ...summary, cost, calls };
  });
  printResult(io, json, { status: 'finished', directory, runs, reports }, () => studyText(study));
}

/** Where something is kept that the same command, or the same with one setting raised, goes on from. */
function printResumption(directory: string, resumption: string, io: Io): void {
  const place = relative(process.cwd(), directory) || '.';
  const lead = io.signal.aborted ? 'Interrupted. ' : '';
  io.stderr(`\n${lead}What was done is in ${place}; ${resumption} goes on from there.\n`);
}

/** `mutagree run`: the whole pipeline for every model and repeat, resuming where it stopped. */
export async function runScreen(
  { json, ...settings }: StudySettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const left: Parameters<NonNullable<RunOptions['onResumable']>>[0][] = [];
  let outcome: StudyOutcome;
  try {
    outcome = await run(settings, { ...io.use, onResumable: (place) => void left.push(place) });
  } catch (error) {
    for (const { directory, resumption } of left) printResumption(directory, resumption, io);
    throw error;
  }
  const { directory, runs, isStudy, shortfall, resumption } = outcome;
  if (isStudy) printStudy(outcome, json === true, io);
  else printRun(runs[0], json === true, io);
  if (resumption !== null) printResumption(directory, resumption, io);
  if (shortfall) throw shortfall;
  return EXIT.done;
}
