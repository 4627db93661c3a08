import { existsSync, readFileSync } from 'node:fs';
import { applyEdits } from '../../src/core/edit.ts';
import type { Guard, GuardInput, Mutator, Proposal } from '../../src/core/mutation.ts';
import { isRefusal } from '../../src/core/mutation.ts';
import { createRng } from '../../src/core/random.ts';
import type { Task } from '../../src/core/task.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { collectNames } from '../../src/python-source/syntax/python-names.ts';

export const SHARED = new URL('../../../shared/', import.meta.url);

/** A task of nothing but a prompt. */
export function taskOf(
  id: string,
  text: string,
  entryPoint: string | null = null,
  reservedNames: readonly string[] = [],
): Task {
  return { id, prompt: parsePrompt(text, entryPoint), entryPoint, completesPrompt: false, labels: {}, reservedNames };
}

/** Every proposal's text, and every refusal's reason. */
export function outcomesOf(
  mutator: Mutator,
  text: string,
  entryPoint: string | null = null,
): { texts: string[]; reasons: string[] } {
  const texts: string[] = [];
  const reasons: string[] = [];
  const input = { prompt: parsePrompt(text, entryPoint), entryPoint, reservedNames: new Set<string>() };
  for (const outcome of mutator.propose(input, createRng(0))) {
    if (isRefusal(outcome)) reasons.push(outcome.refused);
    else texts.push(applyEdits(text, outcome.edits));
  }
  return { texts, reasons };
}

/** What a guard says of edits that replace the first occurrence of each `from` in the text. */
export function verdictOf(
  guard: Guard,
  text: string,
  replacements: readonly (readonly [from: string, to: string])[],
  extra: {
    entryPoint?: string;
    renames?: Proposal['renames'];
    mutator?: Partial<GuardInput['mutator']>;
    reserved?: string[];
  } = {},
): string | null {
  const entryPoint = extra.entryPoint ?? null;
  const edits = replacements.map(([from, to]) => {
    const start = text.indexOf(from);
    if (start < 0) throw new Error(`"${from}" is not in the text`);
    return { start, end: start + from.length, replacement: to };
  });
  return guard.check({
    prompt: parsePrompt(text, entryPoint),
    entryPoint,
    reservedNames: new Set(extra.reserved ?? []),
    mutator: {
      name: 'test',
      family: 'lexical',
      touches: ['prose', 'signature', 'code', 'example', 'constraint'],
      ...extra.mutator,
    },
    proposal: extra.renames ? { edits, renames: extra.renames } : { edits },
    mutatedText: applyEdits(text, edits),
  });
}

interface SetOfPrompts {
  readonly name: string;
  readonly tasks: readonly Task[];
}

function readLines(path: string, folder = SHARED): Record<string, unknown>[] {
  const file = new URL(path, folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const CALLED_BY_TEST =
  /assert\s+(?:not\s+)?(?:(?:set|sorted|str|len|round|abs|tuple|list|math\.isclose)\()*([A-Za-z_]\w*)\s*\(/;

/** The real prompts of the shared folder and of the bundled sets; those whose file is missing are left out. */
export function realPrompts(): SetOfPrompts[] {
  const humanEval = readLines('codet/tasks.jsonl').map((record) =>
    taskOf(String(record.task_id), String(record.prompt), String(record.entry_point), [
      ...collectNames(`${record.canonical_solution}\n${record.test}`),
    ]),
  );
  const mbpp = readLines('formats/mbpp.jsonl').map((record) =>
    taskOf(
      String(record.task_id),
      String(record.text),
      CALLED_BY_TEST.exec(String((record.test_list as string[])[0]))?.[1] ?? null,
      [...collectNames(String(record.code))],
    ),
  );
  const dlBench = readLines('dlbench/prompts.jsonl').map((record) =>
    taskOf(String(record.id), String(record.prompt), null, [...collectNames(String(record.reference))]),
  );
  const starter = readLines('starter/tasks.jsonl', new URL('../../data/', import.meta.url)).map((record) =>
    taskOf(String(record.task_id), String(record.prompt), (record.entry_point as string | undefined) ?? null),
  );
  return [
    { name: 'HumanEval', tasks: humanEval },
    { name: 'MBPP', tasks: mbpp },
    { name: 'DL-Bench', tasks: dlBench },
    { name: 'starter', tasks: starter },
  ].filter(({ tasks }) => tasks.length > 0);
}
