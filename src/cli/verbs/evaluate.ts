import type { Evaluation } from '../../app/evaluate-samples.ts';
import { evaluateSettings } from '../../app/settings/verb-settings.ts';
import { estimateText, plural } from '../../reporters/figures.ts';
import { useVerb } from '../verb.ts';

function evaluationText({ sandbox, file, references, ...document }: Evaluation): string {
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
  lines.push(`Verdicts: ${file}`);
  if (references && references.failing.length === 0)
    lines.push(`all ${references.checked} references pass their own official tests`);
  return `${lines.join('\n')}\n`;
}

export const evaluateVerb = useVerb({
  name: 'evaluate',
  summary: 'Run the official tests on samples, and print pass@k',
  settings: evaluateSettings,
  notes: 'Writes <samples>_results.jsonl as human-eval does.',
  examples: [
    'mutagree evaluate --dataset HumanEval.jsonl.gz --samples samples.jsonl',
    "mutagree evaluate --dataset starter --samples samples.jsonl --sandbox wasm --fail-under 'pass@1=0.5' --json",
  ],
  use: async () => (await import('../../app/evaluate-samples.ts')).evaluate,
  document: ({ shortfall: _, sandbox: __, file: ___, ...document }) => document,
  text: evaluationText,
  end: ({ shortfall }) => shortfall,
});
