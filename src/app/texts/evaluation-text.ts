import { estimateText, plural } from '../../reporters/figures.ts';
import type { Evaluation } from '../evaluate-samples.ts';

/** What official tests say of samples, for people. */
export function evaluationText(document: Evaluation): string {
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
