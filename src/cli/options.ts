import { InvalidArgumentError, Option } from 'commander';

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

export const jsonOption = () => new Option('--json', 'print one JSON document on stdout and nothing else there');

/** Of the verbs that go on where an earlier process of the same command stopped. */
export const freshOption = () =>
  new Option('--fresh', 'begin anew instead of going on where the command was interrupted');

/** The examples that end a verb's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
