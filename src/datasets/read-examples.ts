import type { PromptExample } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { moduleName } from '../core/repository.ts';
import { kindOf, type Task } from '../core/task.ts';
import { dedent } from '../python-source/syntax/indentation.ts';
import { isValidPython } from '../python-source/syntax/parse-python.ts';
import { readDataset } from './read-dataset.ts';

/** A task with a program that solves it. */
export interface SolvedTask extends PromptExample {
  readonly task: Task;
}

/**
 * The tasks of a file that have a solution, in any known format; official tests are not read.
 *
 * @throws ConfigError `examples-missing` if none has one; DatasetError for a wrong file
 */
export async function readExamples(nameOrPath: string): Promise<readonly SolvedTask[]> {
  const { tasks, references } = await readDataset(nameOrPath);
  const solved = tasks.flatMap((task): SolvedTask[] => {
    const { id, prompt, entryPoint, completesPrompt, repository } = task;
    const reference = references.get(id) ?? '';
    const code = [reference, dedent(reference)].find(isValidPython)?.trim();
    if (!code) return [];
    const site = repository && { module: moduleName(repository), className: repository.className };
    const asked = { promptText: prompt.text, entryPoint, completesPrompt, kind: kindOf(task), ...(site && { site }) };
    return [{ id, ...asked, code, task }];
  });
  if (solved.length > 0) return solved;
  throw new ConfigError('examples-missing', `no task of ${nameOrPath} comes with a solution`, {
    hint: 'Give a task file with references (reference, canonical_solution) to --examples.',
  });
}
