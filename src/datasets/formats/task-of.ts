import type { Oracle } from '../../core/oracle.ts';
import type { Task, TaskKind } from '../../core/task.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { collectNames, PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-names.ts';

/** Fields that a record may leave open. */
type Open<Whole, Name extends keyof Whole> = { readonly [K in Name]?: Whole[K] | null | undefined };

/** The fields of a task that a format sets. */
interface TaskFields
  extends Pick<Task, 'id' | 'entryPoint'>,
    Open<Task, Exclude<keyof Task, 'id' | 'entryPoint' | 'kind' | 'prompt' | 'reservedNames'>> {
  readonly kind: TaskKind;
  readonly promptText: string;
  /** Code of the record: no renaming may introduce a name of it. */
  readonly codes: readonly string[];
}

/** Names that a benchmark's harness, or the text sent with the prompt, may use. */
const HARNESS_NAMES = ['check', 'candidate', 'solution', 'METADATA', 'unittest', 'pytest', 'self'];

/** Every name that no renaming of a task may introduce: those of `codes`, of Python and of the harness, sorted. */
function reservedNames(codes: readonly string[]): string[] {
  const own = collectNames(codes.join('\n'));
  return [...new Set([...PYTHON_KEYWORDS, ...PYTHON_BUILTINS, ...HARNESS_NAMES, ...own])].sort();
}

type Filled<Fields> = { readonly [K in keyof Fields]: Exclude<Fields[K], null | undefined> };

/** The fields that say something. */
const filled = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Filled<Fields>;

/** A task in prose without labels, unless its fields say otherwise. */
export function taskOf({ promptText, codes, entryPoint, ...fields }: TaskFields): Task {
  return {
    completesPrompt: false,
    labels: {},
    ...filled(fields),
    entryPoint,
    prompt: parsePrompt(promptText, entryPoint),
    reservedNames: reservedNames(codes),
  };
}

/** The official tests of a task; a set-up or a reference without text stays away. */
export const oracleOf = (fields: Omit<Oracle, 'setup' | 'reference'> & Open<Oracle, 'setup' | 'reference'>): Oracle =>
  filled(fields);
