import { ConfigError, DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { jsonRecords } from '../../datasets/reading/json-records.ts';
import { readBytes } from '../../datasets/reading/read-bytes.ts';
import { loadRun } from '../../store/load-run.ts';
import { bugLabelOf } from '../../taxonomy/bug-kinds.ts';
import type { FailedProgram } from '../../taxonomy/failed-program.ts';
import type { GoldLabels } from '../../taxonomy/gold-agreement.ts';
import { failedProgramOf } from './failure-explainer.ts';

/** A failure with people's labels, where they were asked for. */
export interface JudgedFailure {
  readonly failure: FailedProgram;
  readonly gold: GoldLabels | null;
}

function textField({ value, file, line }: RawRecord, field: string): string {
  const text = value[field];
  if (typeof text === 'string') return text;
  throw new DatasetError('field-wrong', { file, line, field }, text === undefined ? 'is missing' : 'is not text', {
    mend: 'A failure is one JSON object per line: id, prompt, generated, pytest_output and, if known, reference.',
  });
}

function idOf(record: RawRecord): string {
  const { id } = record.value;
  return typeof id === 'number' ? String(id) : textField(record, 'id');
}

function goldOf({ value, file, line }: RawRecord): GoldLabels {
  const read = (field: string, given: unknown) => {
    const label = typeof given === 'number' ? bugLabelOf(given) : null;
    if (label !== null) return label;
    throw new DatasetError('field-wrong', { file, line, field }, 'is not a bug label', {
      mend: 'A gold file needs "label" from 1 to 15 in every line, and "second_label" or null.',
    });
  };
  const second = value['second_label'];
  return {
    label: read('label', value['label']),
    secondLabel: second === undefined || second === null ? null : read('second_label', second),
  };
}

async function referencesIn(file: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (file === undefined) return new Map();
  const records = jsonRecords((await readBytes(file)).content, file);
  return new Map(records.map((record) => [idOf(record), textField(record, 'reference')]));
}

/** The failures of a file; references of a second file join by id. @throws DatasetError with line and field. */
export async function readFailures(
  file: string,
  { references, gold = false }: { readonly references?: string | undefined; readonly gold?: boolean } = {},
): Promise<JudgedFailure[]> {
  const known = await referencesIn(references);
  return jsonRecords((await readBytes(file)).content, file).map((record) => {
    const id = idOf(record);
    const own = record.value['reference'];
    const reference = own === undefined || own === null ? known.get(id) : textField(record, 'reference');
    return {
      failure: {
        id,
        prompt: textField(record, 'prompt'),
        generated: textField(record, 'generated'),
        pytestOutput: textField(record, 'pytest_output'),
        ...(reference === undefined ? {} : { reference }),
      },
      gold: gold ? goldOf(record) : null,
    };
  });
}

/** Programs of a run that failed the official tests, with all that the run kept. @throws ConfigError `no-failures` */
export async function readRunFailures(directory: string): Promise<JudgedFailure[]> {
  const { tasks, candidates, official, explanations = [], solutions = [] } = await loadRun(directory);
  const key = (taskId: string, candidateId: string) => JSON.stringify([taskId, candidateId]);
  const byId = new Map(candidates.map((candidate) => [key(candidate.taskId, candidate.id), candidate]));
  const prompts = new Map(tasks.map(({ taskId, promptText }) => [taskId, promptText]));
  const references = new Map(solutions.map(({ taskId, code }) => [taskId, code]));
  const tracebacks = new Map(explanations.map((one) => [key(one.taskId, one.candidateId), one.traceback]));
  const failures = official.flatMap(({ taskId, candidateId, passed, verdict, detail, failed }): JudgedFailure[] => {
    const candidate = byId.get(key(taskId, candidateId));
    if (passed || !candidate) return [];
    const reference = references.get(taskId);
    const sighting = {
      prompt: prompts.get(taskId) ?? '',
      program: candidate.code,
      test: failed?.test ?? null,
      expected: failed?.expected ?? null,
      returned: failed?.returned ?? null,
      detail: detail ?? (verdict === 'timeout' || verdict === 'out-of-memory' ? verdict : null),
      traceback: tracebacks.get(key(taskId, candidateId)) ?? null,
      ...(reference === undefined ? {} : { reference }),
    };
    return [{ failure: failedProgramOf(`${taskId}/${candidateId}`, sighting), gold: null }];
  });
  if (failures.length > 0) return failures;
  throw new ConfigError('no-failures', `${directory} holds no program that failed the official tests`, {
    mend: 'Name a run that was evaluated officially, or a file of failures.',
  });
}
