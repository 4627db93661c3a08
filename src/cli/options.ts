import { type Command, InvalidArgumentError, Option } from 'commander';
import { BALANCES, MOST_COMPONENTS, STRENGTHS } from '../core/strength.ts';

/** A whole number of at least `minimum`. */
export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < minimum || text.trim() === '') {
      throw new InvalidArgumentError(`It must be a whole number of at least ${minimum}.`);
    }
    return value;
  };
}

/** How many, or the file that holds them, which has a dot or a slash in its path. */
export function countOrFile(text: string): number | string {
  const isFile = Number.isNaN(Number(text)) && /[./\\]/.test(text);
  return isFile ? text : wholeNumber(1)(text);
}

export function decimal(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === '') throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** A number from 0 to 1. */
export function probability(text: string): number {
  const value = decimal(text);
  if (value < 0 || value > 1) throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
}

/** A JSON object, such as `{"top_k": 20}`. */
export function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON, such as \'{"top_k": 20}\'.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError('It must be a JSON object, such as \'{"top_k": 20}\'.');
  }
  return value as Record<string, unknown>;
}

/** A day such as 2025-01-31. */
function isoDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('It must be a day such as 2025-01-31.');
  }
  return text;
}

export function commaSeparated(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw new InvalidArgumentError('It must name at least one.');
  return parts;
}

/** Of an option that may be given several times: all its values. */
export function collected(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}

export function wholeNumbers(text: string): number[] {
  return commaSeparated(text).map(wholeNumber(1));
}

/** Which tasks of a set; shared by every verb that reads one. */
export function addTaskOptions(command: Command): Command {
  return command
    .option('--limit <n>', 'only the first so many tasks', wholeNumber(1))
    .option('--since <date>', 'only tasks dated on or after this day', isoDate)
    .option('--until <date>', 'only tasks dated on or before this day', isoDate)
    .option('--tasks <ids>', 'only these task ids, separated by commas', commaSeparated);
}

/** A whole number from 1 to the most components that a variant may have. */
function components(text: string): number {
  const value = wholeNumber(1)(text);
  if (value > MOST_COMPONENTS) throw new InvalidArgumentError(`It must be at most ${MOST_COMPONENTS}.`);
  return value;
}

/** How far variants go; shared by every verb that makes them. */
export function addCompositionOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--strength <how>', 'mutators of a variant: light 1, medium 5, strong 9').choices([...STRENGTHS]),
    )
    .option('--compose <n>', 'mutators of one variant, at most: 1 to 9 (the strength decides by default)', components)
    .addOption(
      new Option('--balance <what>', 'how variants are shared out: families (none over half) or none').choices([
        ...BALANCES,
      ]),
    );
}

/** How programs are executed; shared by every verb that executes. */
export function addSandboxOptions(command: Command): Command {
  return command
    .option('--sandbox <name>', 'auto, docker, bubblewrap, wasm or process (see "mutagree doctor")')
    .option('--timeout-ms <n>', 'CPU milliseconds per test', wholeNumber(10))
    .option('--memory-mib <n>', 'memory per program', wholeNumber(64))
    .option('--jobs <n>', 'parallel workers (one per core by default)', wholeNumber(1))
    .option('--python <file>', 'Python interpreter of bubblewrap and process, with its packages (python3 by default)')
    .option('--image <name>', 'image of docker; any with python3 (see "mutagree images --help")');
}

/** Of the verbs whose programs may be executed by workers on other machines. */
export const queueOption = () =>
  new Option('--queue <url>', 'Redis whose workers execute ("mutagree worker"), such as redis://127.0.0.1:6379');

export const jsonOption = () => new Option('--json', 'print one JSON document on stdout and nothing else there');

/** Of the verbs that go on where an earlier process of the same command stopped. */
export const freshOption = () =>
  new Option('--fresh', 'begin anew instead of going on where the command was interrupted');

export const givenOption = () =>
  new Option(
    '--given <what>',
    '"examples": a program that fails an example of its prompt is out before agreement is counted (none)',
  ).choices(['none', 'examples']);

export const baseUrlOption = () =>
  new Option(
    '--base-url <url>',
    'OpenAI-compatible endpoint (OPENAI_BASE_URL or OpenAI by default; key in OPENAI_API_KEY)',
  );

export const requestTimeoutOption = () =>
  new Option('--request-timeout-ms <n>', 'milliseconds that one call may take (300000)').argParser(wholeNumber(1));

export const probesOption = () =>
  new Option(
    '--probes <n>',
    'further inputs that programs are compared on, near those of the tests (40 with evidence)',
  ).argParser(wholeNumber(0));

export const promptOption = () =>
  new Option('--prompt <which>', 'which prompt of a record, where a format has several (BigCodeBench)').choices([
    'complete',
    'instruct',
  ]);

export const inputPriceOption = () =>
  new Option('--price-input <usd>', 'price of a million input tokens, where the list lacks the model').argParser(
    decimal,
  );

export const outputPriceOption = () =>
  new Option('--price-output <usd>', 'price of a million output tokens').argParser(decimal);

/** The examples that end a verb's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
