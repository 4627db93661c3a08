import { z } from 'zod';
import type { ExecutedJob, ExecutedJobs } from '../../app/execute-jobs.ts';
import { type SettingsOf, setting } from '../../app/settings/setting.ts';
import { executeSettings } from '../../app/settings/verb-settings.ts';
import { VERDICT_LEGEND, VERDICT_MARKS } from '../../reporters/solution-text.ts';
import { verb } from '../verb.ts';

const settings = {
  ...executeSettings,
  outputs: setting(z.boolean().optional(), 'Add what each program returned'),
  details: setting(z.boolean().optional(), 'Add why a cell is not a pass'),
};
type Flags = SettingsOf<typeof settings>;

function jsonText({ sandbox, jobs, wallMs, cpuMs }: ExecutedJobs, { job, outputs, details }: Flags): string {
  const matrices = jobs.map(({ job: { id }, rows }) => ({
    id,
    verdicts: rows.map((row) => row.verdicts),
    ...(outputs && { outputs: rows.map((row) => row.outputs) }),
    ...(details && { details: rows.map((row) => row.details) }),
  }));
  const { id: _, ...only } = matrices[0] ?? {};
  const found = job.endsWith('.jsonl') ? { jobs: matrices } : only;
  return `${JSON.stringify({ sandbox, ...found, wallMs, cpuMs })}\n`;
}

function matrixText({ job: { id, candidates, suite }, rows }: ExecutedJob, flags: Flags): string {
  const width = Math.max(...candidates.map((candidate) => candidate.id.length));
  const lines = rows.flatMap(({ verdicts, outputs, details }, row) => [
    `${(candidates[row]?.id ?? '').padEnd(width)}  ${verdicts.map((verdict) => VERDICT_MARKS[verdict]).join('')}`,
    ...verdicts.flatMap((verdict, at) => [
      ...(flags.details && verdict !== 'pass' ? [`  ${suite.tests[at]?.id}: ${verdict}: ${details[at] ?? ''}`] : []),
      ...(flags.outputs && outputs[at] !== null ? [`  ${suite.tests[at]?.id} returned ${outputs[at]}`] : []),
    ]),
  ]);
  return [...(id === null ? [] : [id]), ...lines].map((line) => `${line}\n`).join('');
}

export const executeVerb = verb({
  name: 'execute',
  summary: 'Run candidates on tests: one matrix, or many',
  settings,
  notes: `A job:
  {"candidates": [{"id", "code"}], "tests": [{"id", "code"} | {"id", "module", "method"} | {"id", "stdin",
  "expectedStdout"}], "entryPoint"?, "preload"?, "setup"?, "timeoutMs", "memoryMib", "giveUpAfterTimeouts"?}`,
  examples: [
    'mutagree execute --job job.json --sandbox wasm --json',
    'mutagree execute --job jobs.jsonl --details --json',
  ],
  act: async ({ json, ...flags }, io) => {
    const { executeJobs } = await import('../../app/execute-jobs.ts');
    const { outputs: _, details: __, ...own } = flags;
    const textOf = (executed: ExecutedJobs) =>
      json
        ? jsonText(executed, flags)
        : `${executed.jobs.map((each) => matrixText(each, flags)).join('')}\n${VERDICT_LEGEND}\n`;
    const executed = await executeJobs(own, { ...io.use, textOf });
    if (flags.output === undefined) io.stdout(textOf(executed));
    else if (!json) io.stdout(`Verdicts: ${flags.output}\n`);
  },
});
