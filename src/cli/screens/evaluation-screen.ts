import { type EvaluateSettings, type Evaluation, evaluate } from '../../app/evaluate-samples.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { estimateText, plural } from '../../reporters/figures.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

/** The screen of `mutagree evaluate`. */
function evaluationText(document: Evaluation): string {
  const { sandbox, file } = document;
  const { tasks, tasksInAll, samples, judged, passed, passAtK, averagePassRate: passRate, timings } = document;
  const some = tasks < tasksInAll ? `${tasks}/${tasksInAll} tasks (the others have no samples)` : plural(tasks, 'task');
  const lines = [`${passed}/${judged} samples of ${some} pass (${sandbox}, ${timings.officialMs} ms)`];
  if (judged < samples) lines.push(`${samples - judged}/${samples} samples could not be judged and are in no figure`);
  for (const [part, estimates] of Object.entries(document.passAtKByPart ?? { '': passAtK }))
    for (const [k, estimate] of Object.entries(estimates))
      lines.push(`${part === '' ? '' : part.padEnd(12)}pass@${k}  ${estimateText(estimate)}`);
  if (passRate) {
    lines.push(`average passing rate over ${tasks} functions  ${estimateText(passRate)}`);
    const shown = Object.entries(document.statuses ?? {}).map(([status, count]) => `${status} ${count}`);
    lines.push(`statuses: ${shown.join(', ')}`);
  }
  return `${lines.join('\n')}\nVerdicts: ${file}\n`;
}

/** `mutagree evaluate`: official tests on samples. */
export async function evaluateScreen(
  { json, ...settings }: EvaluateSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const listener = listen(io);
  const evaluation = await evaluate(settings, listener.use).finally(listener.finish);
  const { shortfall, sandbox, file, ...document } = evaluation;
  const { references } = document;
  if (json) printJson(io, document);
  else {
    io.stdout(evaluationText(evaluation));
    if (references && references.failing.length === 0)
      io.stdout(`all ${references.checked} references pass their own official tests\n`);
  }
  if (shortfall) throw shortfall;
  return EXIT.done;
}
