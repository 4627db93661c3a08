import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Task } from '../../core/task.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-words.ts';
import type { Question } from '../../records/solution.ts';

/** Words that only a program with standard input is asked with. */
const STANDARD_INPUT =
  /\b(?:standard input|stdin|input\(\)|(?:read(?:s|ing)?|tak(?:es?|ing)) (?:from )?(?:the )?input|(?:from|via) (?:the )?(?:input|console|keyboard|terminal|command prompt)|(?:lines? of|each line of|end of|the first line of) (?:the )?(?:standard )?input|Standardeingabe|Tastatur|Konsole)\b/i;
/** How problems of programming contests describe their input. */
const CONTEST_INPUT =
  /\b(?:(?:the )?(?:first|second|next|only|single|each) (?:of the next )?(?:\w+ )?lines? (?:of (?:each|the) (?:test|case|input)[\w ]*)?(?:contains?|consists?|holds?|has|gives)|(?:the )?input (?:consists|contains|is given|starts|begins|has|will (?:be|contain|consist)))\b/i;
/** A heading of its own for input or output, as contests print them. */
const headingOf = (word: string) =>
  new RegExp(`^[ \\t]*(?:#+[ \\t]*|[*]{2}|-+[ \\t]*)?${word}(?:[ \\t]+format)?[ \\t]*:?(?:[*]{2}|-+)?:?[ \\t]*$`, 'im');
const INPUT_HEADING = headingOf('(?:sample )?input');
const OUTPUT_HEADING = headingOf('(?:sample )?output');

/** A whole program is asked for, not something to call. */
const PROGRAM = /\b(?:program|programm|script|skript)\b/i;
const CALLED = /\b(?:functions?|methods?|class|classes|returns?|funktion|methode|klasse|zurück)\b/i;
const READS = /\b(?:reads?|enters?|asks?|prompts?|input (?:an?|one|two|three|several)|lies|liest|einlesen|einliest)\b/i;
const PRINTS =
  /\b(?:prints?|printing|outputs?|displays?|shows?|writes? out|gib|gibt|ausgibt|ausgeben|drucke|druckt|druckst)\b/i;
/** Places to read from or print to other than the standard streams. */
const ELSEWHERE = /\b(?:files?|paths?|csv|json|xml|url|database|datei|datenbank)\b/i;

/**
 * Whether a prompt asks for a program that reads standard input and prints its answer: because it says so, because it
 * describes its input as contests do, or because it asks to read and print and for nothing that could be called.
 */
function asksForScript(prompt: string): boolean {
  if (STANDARD_INPUT.test(prompt)) return true;
  if (INPUT_HEADING.test(prompt) && OUTPUT_HEADING.test(prompt)) return true;
  if (CALLED.test(prompt)) return false;
  if (CONTEST_INPUT.test(prompt)) return true;
  if (ELSEWHERE.test(prompt) || !PRINTS.test(prompt)) return false;
  return PROGRAM.test(prompt) || READS.test(prompt);
}

/** A function, class or method with this name, a script, or something that only a model can name. */
export type Wanted =
  | { readonly name: string; readonly isMethod?: true }
  | { readonly script: true }
  | { readonly unnamed: true };

const NAME = '([^\\W\\d]\\w*)';
const patterns = (...sources: readonly string[]) => sources.map((source) => new RegExp(source, 'imu'));
/** A class whose methods are to be written, or a function, as code at the beginning of a line. */
const DEFINED_CLASS = new RegExp(`^class\\s+${NAME}`, 'gmu');
const DEFINED = new RegExp(`^(?:async\\s+)?def\\s+${NAME}\\s*\\(`, 'gmu');
/** The skeleton that practice sites show: a class `Solution` whose one public method is to be written. */
const SKELETON = /^class\s+Solution\b.*:[ \t]*\n((?:[ \t]+.*(?:\n|$)|[ \t]*\n)*)/mu;
const METHOD = new RegExp(`^[ \\t]+(?:async\\s+)?def\\s+(?!_)${NAME}\\s*\\(\\s*self\\b`, 'gmu');
const NOUN = 'function|class|method|generator|iterator|coroutine|decorator|funktion|klasse|methode';
const NAMED = patterns(
  `\\b(?:${NOUN})\\s+(?:in Python\\s+)?(?:called|named|namens)\\s+[\`'"*]*${NAME}`,
  `\\b(?:${NOUN})(?:['’]s)?\\s+name\\s*(?:[:=]|(?:is|should be|must be)\\s*(?=[\`'"]))\\s*[\`'"*]*${NAME}`,
  `\\b(?:call|name)\\s+(?:it|the function|this function)\\s+[\`'"*]*${NAME}(?=[\`'"*).,;:(]|\\s*$)`,
  `\\b(?:${NOUN})\\s+\`${NAME}`,
  `\\b(?:${NOUN}|def)\\s+${NAME}\\(`,
  // The end of the call is looked for once, not from every parenthesis on.
  `\`${NAME}\\((?=[^\`)]*\\))[^\`]*\``,
);
/** "Create a class Account with a method deposit(amount)": the class, whatever methods are named. */
const WRITTEN_CLASS =
  /\b(?:[Ww]rite|[Cc]reate|[Ii]mplement|[Dd]efine|[Dd]esign|[Bb]uild|[Mm]ake)\b(?:(?!\b(?:functions?|methods?)\b)[^.\n]){0,40}?\b(?:data)?class\s+(?:(?:called|named)\s+)?[`'"*]*([A-Z]\w*[a-z]\w*)/;
/** "a class LRUCache that …", "a function is_prime that …": names by their spelling alone. */
const SPELLED =
  /(?<![\w-])(?:[Cc]lass|[Kk]lasse)\s+(?!Python\b)([A-Z]\w*[a-z]\w*)|\b(?:[Ff]unction|[Ff]unktion)\s+([a-z]\w*_\w+)/u;
/** A line with a call that must hold: a doctest, an assertion, or a call with its result. */
const EXAMPLE =
  /^[ \t]*(?:>>>[ \t]*(?:assert[ \t]+)?|assert\b[ \t(]*|(?:[-*][ \t]+)?`?(?=[^\W\d]\w*\(.*\)[ \t]*(?:==|->|=>|→)))(.*)$/gmu;
const CALL = /(?<![\w.])([^\W\d]\w*)\(/gu;
const LANGUAGES =
  '(JavaScript|TypeScript|Java|C\\+\\+|C#|Rust|Golang|Go|Ruby|PHP|Kotlin|Swift|Haskell|Perl|Scala|Bash|SQL)(?![\\w+#])';
const OTHER_LANGUAGE = new RegExp(`\\b(?:in|using|with|auf)\\s+(?:plain\\s+|modern\\s+)?${LANGUAGES}`);
const OF_OTHER_LANGUAGE = new RegExp(
  `\\b(?:[Ww]rite|[Cc]reate|[Ii]mplement|[Bb]uild|[Mm]ake)\\s+(?:me\\s+)?(?:an?|the|some)\\s+${LANGUAGES}\\s+(?:function|class|method|program|script|query|statement|code)\\b`,
);
const OTHER_FENCE =
  /^```(?:js|javascript|ts|typescript|java|c\+\+|cpp|csharp|rust|go|ruby|php|kotlin|swift|bash|sh|sql)\s*$/im;

/** Names that are never the requested function. */
const NOT_ASKED_FOR = new Set('print assert len sorted set list dict str int float range main'.split(' '));

const isName = (name: string): boolean =>
  /^[^\W\d]\w*$/u.test(name) && !PYTHON_KEYWORDS.has(name) && !NOT_ASKED_FOR.has(name);

/** Whether a called name may be that of the function: no built-in, and no order of growth such as O(n). */
const isCallable = (name: string): boolean => isName(name) && !PYTHON_BUILTINS.has(name) && name !== 'O';

/** The function under test in `assert set(f([1])) == {1}`: the first call that is no built-in; undefined if none. */
const calledIn = (example: string): string | undefined =>
  [...example.matchAll(CALL)].map(([, name = '']) => name).find(isCallable);

/** The language that a prompt asks for where that is another than Python; null otherwise. */
export function otherLanguage(prompt: string): string | null {
  if (/\bpython\b/i.test(prompt) || DEFINED.test(prompt)) {
    DEFINED.lastIndex = 0;
    return null;
  }
  const named = OTHER_LANGUAGE.exec(prompt)?.[1] ?? OF_OTHER_LANGUAGE.exec(prompt)?.[1];
  if (named) return named;
  return OTHER_FENCE.test(prompt) ? 'another language' : null;
}

/**
 * The subject of a prompt, by its own words: a definition at the beginning of a line (the last one, as in human-eval;
 * functions before classes), a name in prose or in an example, or a script.
 */
export function wantedBy(prompt: string): Wanted {
  if (prompt.trim() === '') {
    throw new ConfigError('prompt-empty', 'the prompt is empty', { hint: 'Say what the function should do.' });
  }
  const language = otherLanguage(prompt);
  if (language) {
    throw new ConfigError('prompt-language', `the prompt asks for ${language}; only Python is written and run here`, {
      hint: 'Ask for Python.',
    });
  }
  const methods = [...(SKELETON.exec(prompt)?.[1] ?? '').matchAll(METHOD)].map(([, name = '']) => name);
  if (methods.length === 1 && methods[0]) return { name: methods[0], isMethod: true };
  const classes = [...prompt.matchAll(DEFINED_CLASS)].map(([, name = '']) => name);
  const functions = [...prompt.matchAll(DEFINED)].map(([, name = '']) => name);
  const defined = (functions.length > 0 ? functions : classes).filter(isName).at(-1);
  if (defined) return { name: defined };
  const written = WRITTEN_CLASS.exec(prompt)?.[1];
  if (written && written !== 'Python' && isName(written)) return { name: written };
  for (const pattern of NAMED) {
    const name = pattern.exec(prompt)?.[1];
    if (name && isName(name)) return { name };
  }
  const [, spelledClass, spelledFunction] = SPELLED.exec(prompt) ?? [];
  const spelled = spelledClass ?? spelledFunction;
  if (spelled) return { name: spelled };
  for (const [, example = ''] of prompt.matchAll(EXAMPLE)) {
    const name = calledIn(example);
    if (name) return { name };
  }
  if (asksForScript(prompt)) return { script: true };
  const called = new Set([...prompt.matchAll(CALL)].map(([, name = '']) => name).filter(isCallable));
  const [only] = called.size === 1 ? called : [];
  return only === undefined ? { unnamed: true } : { name: only };
}

/** The question by which a model names a function. */
export function namingRequest(prompt: string): string {
  return `${prompt}\n\nWhat is a good name for the Python function (or class) that this asks for? Reply with the name alone.`;
}

/** The name in a model's answer; null where there is none. */
export function nameIn(reply: string): string | null {
  const quoted = /`([^\W\d]\w*)(?:\([^`]*\))?`/u.exec(reply)?.[1];
  const defined = /\b(?:def|class)\s+([^\W\d]\w*)/u.exec(reply)?.[1];
  const alone = /^\W*([^\W\d]\w*)(?:\(.*\))?\W*$/u.exec(reply.trim().split('\n')[0] ?? '')?.[1];
  const underscored = /\b([a-z]\w*_\w+)\b/u.exec(reply)?.[1];
  return [quoted, defined, alone, underscored].find((name) => name !== undefined && isName(name)) ?? null;
}

/** Longer than any prompt that a current model reads completely. */
const PROMPT_CHARACTERS = 200_000;
/** A prompt that is code from its first line on, down to the function that is to be completed. */
const BEGINS_AS_CODE =
  /^\s*(?:(?:async\s+)?def\s|from\s+[\w.]+\s+import\s|import\s+\w|class\s+\w+\s*[(:]|@\w|#|"""|''')/;

/**
 * A question as a task: with the function that the user names, or the prompt, or an example; else as `nameFor` names it.
 *
 * @param nameFor asks a model, once; null where its answer has no name in it
 */
export async function questionTask(
  { prompt, function: named, examples = [] }: Question,
  nameFor: (prompt: string) => Promise<string | null>,
): Promise<Task> {
  if (prompt.length > PROMPT_CHARACTERS) {
    throw new ConfigError('prompt-long', `the prompt has ${prompt.length} characters, more than ${PROMPT_CHARACTERS}`, {
      hint: 'Shorten it to what the function needs.',
    });
  }
  if (named !== undefined && named !== null && !/^[^\W\d]\w*$/u.test(named)) {
    throw new ConfigError('function-name', `"${named}" is not a name of a function`, {
      hint: 'Give one such as area.',
    });
  }
  const wanted = wantedBy(prompt);
  const [called] = examples.flatMap((example) => calledIn(example) ?? []);
  const own = 'name' in wanted ? wanted.name : called;
  const entryPoint = named !== undefined ? named : (own ?? ('script' in wanted ? null : await nameFor(prompt)));
  if (entryPoint === null && named === undefined && !('script' in wanted)) {
    throw new ConfigError('function-unknown', 'the prompt names no function, and the model did not either', {
      hint: 'Name the function in the prompt or by --function, or say that the program reads standard input.',
    });
  }
  const stub = entryPoint === null ? null : findFunction(prompt, entryPoint);
  const isNamedInPrompt = entryPoint !== null && new RegExp(`(?<!\\w)${entryPoint}(?!\\w)`, 'u').test(prompt);
  return {
    id: `question-${hashOf(prompt, entryPoint ?? '').slice(0, 12)}`,
    prompt: parsePrompt(prompt, entryPoint),
    ...('name' in wanted && wanted.isMethod && entryPoint === wanted.name ? { kind: 'method' } : {}),
    entryPoint,
    completesPrompt: 'name' in wanted && stub !== null && !stub.implemented && BEGINS_AS_CODE.test(prompt),
    labels: {},
    reservedNames: [...PYTHON_KEYWORDS, ...PYTHON_BUILTINS],
    ...(entryPoint !== null && !isNamedInPrompt ? { interfaceHint: { functionName: entryPoint } } : {}),
  };
}
