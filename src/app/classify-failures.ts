import { z } from 'zod';
import { ConfigError } from '../core/errors.ts';
import type { FailureExplainer, FailureSighting } from '../core/explanation.ts';
import { parseRecords } from '../datasets/reading/read-records.ts';
import { readData } from '../package-root.ts';
import { loadRun } from '../store/load-run.ts';
import { bugDistribution, type Classification, kindsThatHold } from '../taxonomy/bug-classifier.ts';
import { bugLabelOf } from '../taxonomy/bug-kinds.ts';
import { failureOutput } from '../taxonomy/failure-output.ts';
import { classifyBug } from '../taxonomy/fitted-classifier.ts';
import { type GoldLabels, goldAgreement } from '../taxonomy/gold-agreement.ts';
import type { FailedProgram } from '../taxonomy/read-failure.ts';
import { useOf } from './settings/check-settings.ts';
import { valuesOf } from './settings/setting.ts';
import { classifySettings } from './settings/verb-settings.ts';

export { isUndecided, kindsThatHold } from '../taxonomy/bug-classifier.ts';

type JudgedFailure = { readonly failure: FailedProgram; readonly gold: GoldLabels | null };

const chance = z.number().min(0).max(1);
const tableSchema = z.object({
  families: z.record(z.string(), z.object({ kinds: z.array(chance).length(14), right: chance })),
});

function bundledClassifier(): (failure: FailedProgram) => Classification {
  const { families } = readData('taxonomy/bug-classifier.json', tableSchema);
  return (failure) => classifyBug(failure, families);
}

function failedProgramOf(id: string, sighting: Omit<FailureSighting, 'taskId'>): FailedProgram {
  const { prompt, program: generated, reference } = sighting;
  return valuesOf({ id, prompt, generated, pytestOutput: failureOutput(sighting), reference });
}

const MOST_EVIDENCE = 4;

/** The explanation of failures for a run's reports: kinds by the bundled rules, with their evidence. */
export function failureExplainer(): FailureExplainer {
  const classified = bundledClassifier();
  return {
    name: 'rules',
    explain: ({ taskId, ...sighting }) => {
      const found = classified(failedProgramOf(taskId, sighting));
      const kinds = kindsThatHold(found);
      const evidence = found.evidence.filter(({ label }) => kinds.some((kind) => kind.label === label));
      return {
        kinds: kinds.map(({ label, name, subKind }) => ({ label, name, ...(subKind ? { subKind } : {}) })),
        evidence: evidence.map(({ text }) => text).slice(0, MOST_EVIDENCE),
      };
    },
  };
}

const id = z.union([z.string(), z.number()]).transform(String);
const bugLabel = z.number().transform((code, { addIssue }) => {
  const label = bugLabelOf(code);
  if (label !== null) return label;
  const message = 'is not a bug label; "label" is one from 1 to 15, "second_label" another or null';
  addIssue({ code: 'custom', message });
  return z.NEVER;
});
const text = z.string();
const failureLine = z.object({ id, prompt: text, generated: text, pytest_output: text, reference: text.nullish() });
const goldLine = failureLine.extend({ label: bugLabel, second_label: bugLabel.nullish() });
const referenceLine = z.object({ id, reference: z.string() });

/** The failures of a file; references of a second file join by id. @throws DatasetError with line and field */
export async function readFailures(
  file: string,
  { references, gold = false }: { readonly references?: string | undefined; readonly gold?: boolean | undefined } = {},
): Promise<JudgedFailure[]> {
  const joined = references === undefined ? [] : await parseRecords(references, referenceLine);
  const known = new Map(joined.map((each) => [each.id, each.reference]));
  const lines = await parseRecords(file, (gold ? goldLine : failureLine) as typeof goldLine);
  return lines.map(({ id: own, prompt, generated, pytest_output: pytestOutput, ...line }) => {
    const failure = { id: own, prompt, generated, pytestOutput, reference: line.reference ?? known.get(own) };
    return {
      failure: valuesOf(failure),
      gold: gold ? { label: line.label, secondLabel: line.second_label ?? null } : null,
    };
  });
}

/** Programs of a run that failed the official tests, with all that the run kept. @throws ConfigError `no-failures` */
async function readRunFailures(directory: string): Promise<JudgedFailure[]> {
  const { tasks, candidates, official, explanations = [], solutions = [] } = await loadRun(directory);
  const key = (taskId: string, candidateId: string) => JSON.stringify([taskId, candidateId]);
  const codes = new Map(candidates.map(({ taskId, id: own, code }) => [key(taskId, own), code]));
  const prompts = new Map(tasks.map(({ taskId, promptText }) => [taskId, promptText]));
  const references = new Map(solutions.map(({ taskId, code }) => [taskId, code]));
  const tracebacks = new Map(explanations.map((one) => [key(one.taskId, one.candidateId), one.traceback]));
  const failures = official.flatMap(({ taskId, candidateId, passed, verdict, detail, failed }): JudgedFailure[] => {
    const program = codes.get(key(taskId, candidateId));
    if (passed || program === undefined) return [];
    const { test = null, expected = null, returned = null } = failed ?? {};
    const sighting = valuesOf({
      ...{ prompt: prompts.get(taskId) ?? '', program, test, expected, returned },
      detail: detail ?? (verdict === 'timeout' || verdict === 'out-of-memory' ? verdict : null),
      traceback: tracebacks.get(key(taskId, candidateId)) ?? null,
      reference: references.get(taskId),
    });
    return [{ failure: failedProgramOf(`${taskId}/${candidateId}`, sighting), gold: null }];
  });
  if (failures.length > 0) return failures;
  throw new ConfigError('no-failures', `${directory} holds no program that failed the official tests`, {
    hint: 'Name a run that was evaluated officially, or a file of failures.',
  });
}

/**
 * Ranked bug kinds of failed programs, with evidence.
 *
 * @throws ConfigError, DatasetError, StoreError, InterruptedError
 */
export const classify = useOf('classify', classifySettings, async (settings, context) => {
  const { failures: file, run, against, gold } = settings;
  if ((file === undefined) === (run === undefined)) {
    throw new ConfigError('failures-missing', 'classify needs failures: either a file or a run', {
      hint: 'Name a file of failures or a run directory, one of them.',
    });
  }
  const classified = bundledClassifier();
  const classifyAll = (judged: readonly JudgedFailure[]) =>
    judged.map(({ failure }) => {
      context.signal.throwIfAborted();
      return classified(failure);
    });
  const judged = file === undefined ? await readRunFailures(run as string) : await readFailures(file, settings);
  const failures = classifyAll(judged);
  const pairs = judged.flatMap((one, at) =>
    one.gold ? [{ gold: one.gold, ranked: failures[at] as Classification }] : [],
  );
  return {
    failures,
    distribution: bugDistribution(failures),
    ...(against === undefined ? {} : { against: bugDistribution(classifyAll(await readFailures(against))) }),
    ...(gold ? { agreement: goldAgreement(pairs) } : {}),
  };
});

/** The kinds of bugs in failed programs. */
export type ClassifiedFailures = Awaited<ReturnType<typeof classify>>;
