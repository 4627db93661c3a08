import type { PromptExample } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { moduleName } from '../core/repository.ts';
import { kindOf, type Task } from '../core/task.ts';
import { dedent } from '../python-source/syntax/dedent.ts';
import { isValidPython } from '../python-source/syntax/parse-python.ts';
import { readDataset } from './read-dataset.ts';

/** A task with a program that solves it. */
export interface SolvedTask extends PromptExample {
  readonly task: Task;
}

/** Fields in which task files keep a solution, the more trustworthy first. */
const SOLUTION_FIELDS = ['installed_source', 'reference', 'canonical_solution', 'ground_truth', 'code'];

/** The record's own solution as a whole program; null where it has none that is Python. */
function solutionOf({ prompt, completesPrompt }: Task, record: Readonly<Record<string, unknown>>): string | null {
  for (const field of SOLUTION_FIELDS) {
    const text = record[field];
    if (typeof text !== 'string' || text.trim() === '') continue;
    const whole = [text, dedent(text), ...(completesPrompt ? [prompt.text + text] : [])];
    const code = whole.find(
      (program) => isValidPython(program) && /^\s*(?:@|async |def |class |import |from )/m.test(program),
    );
    if (code !== undefined) return code.trim();
  }
  return null;
}

/**
 * The tasks of a file that have a solution, in any known format; official tests are not read.
 *
 * @throws ConfigError `examples-missing` if none has one; DatasetError for a wrong file
 */
export async function readExamples(nameOrPath: string): Promise<readonly SolvedTask[]> {
  const { tasks, records, oracles } = await readDataset(nameOrPath);
  const solved = tasks.flatMap((task, at): SolvedTask[] => {
    const reference = oracles.has(task.id) ? oracles.open(task.id).reference : undefined;
    const code = reference?.replace(/^(?:[ \t]*\n)+/, '').trimEnd() ?? solutionOf(task, records[at] ?? {});
    if (!code) return [];
    const { id, prompt, entryPoint, completesPrompt, repository } = task;
    const site = repository && { module: moduleName(repository), className: repository.className };
    const asked = { promptText: prompt.text, entryPoint, completesPrompt, kind: kindOf(task), ...(site && { site }) };
    return [{ id, ...asked, code, task }];
  });
  if (solved.length > 0) return solved;
  throw new ConfigError('examples-missing', `no task of ${nameOrPath} comes with a solution`, {
    hint: 'Give a task file with references (reference, canonical_solution) to --examples.',
  });
}
