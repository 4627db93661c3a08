import type { Task } from '../../core/task.ts';

/** What a sample file holds for one program: the rest of the prompt, or a program that stands alone. */
export type SampleProgram = { readonly completion: string } | { readonly solution: string };

/**
 * The complete program of a sample: a completion continues the prompt where the prompt is the program's beginning,
 * and stands alone elsewhere, as a solution always does.
 */
export function assembleProgram(task: Pick<Task, 'prompt' | 'completesPrompt'>, sample: SampleProgram): string {
  if ('solution' in sample) return sample.solution;
  return task.completesPrompt ? task.prompt.text + sample.completion : sample.completion;
}
