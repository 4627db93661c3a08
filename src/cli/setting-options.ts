import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  flagOf,
  GROUPS,
  helpOf,
  jsonOf,
  metaOf,
  type SettingJson,
  type SettingMeta,
  type SettingShape,
} from '../app/settings/setting.ts';

/** How many, or the file that holds them, which has a dot or a slash in its path. */
export function countOrFile(text: string): number | string {
  if (Number.isNaN(Number(text)) && /[./\\]/.test(text)) return text;
  return numberAs({ type: 'integer', minimum: 1 })(text);
}

/** A JSON object, such as `{"top_k": 20}`. */
function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON, such as \'{"top_k": 20}\'.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InvalidArgumentError('It must be a JSON object, such as \'{"top_k": 20}\'.');
}

function commaSeparated(text: string): string[] {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  if (parts.length === 0) throw new InvalidArgumentError('It must name at least one.');
  return parts;
}

const collected = (text: string, before: readonly string[] | undefined): string[] => [...(before ?? []), text];

/** The accepted numbers, in words. */
function expectationOf({ type, minimum, exclusiveMinimum, maximum }: SettingJson): string {
  const what = type === 'integer' ? 'a whole number' : 'a number';
  if (exclusiveMinimum !== undefined)
    return `${what} above ${exclusiveMinimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`;
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${what} from ${minimum} to ${maximum}`;
  return minimum === undefined ? what : `${what} of at least ${minimum}`;
}

function numberAs(json: SettingJson): (text: string) => number {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = json;
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    const isAbove = exclusiveMinimum === undefined || value > exclusiveMinimum;
    if (!(value >= minimum && value <= maximum && isAbove) || (type === 'integer' && !Number.isInteger(value)))
      throw new InvalidArgumentError(`It must be ${expectationOf(json)}.`);
    return value;
  };
}

function dateOf(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a day such as 2025-01-31.');
  return text;
}

/** How the text of a flag becomes the value of its setting; its meaning is checked with all settings. */
function parserOf(
  json: SettingJson,
  { value, repeat }: SettingMeta,
): ((text: string, before: string[] | undefined) => unknown) | null {
  if (value === undefined) return null;
  if (value === 'n|file') return countOrFile;
  if (json.type === 'integer' || json.type === 'number') return numberAs(json);
  if (repeat || (json.type === undefined && value === 'id')) return collected;
  if (json.type === 'array') {
    const items = json.items ?? {};
    return items.type === 'integer' ? (text) => commaSeparated(text).map(numberAs(items)) : commaSeparated;
  }
  if (json.type === 'object') return jsonObject;
  return json.format === 'date' ? dateOf : null;
}

function addArgument(command: Command, name: string, schema: SettingShape[string]): void {
  const many = jsonOf(schema).type === 'array' ? '...' : '';
  command.argument(isRequired(schema) ? `<${name}${many}>` : `[${name}${many}]`, helpOf(schema));
}

const isRequired = (schema: SettingShape[string]) => !schema.safeParse(undefined).success;

function optionOf(name: string, schema: SettingShape[string]): Option {
  const meta = metaOf(schema);
  const json = jsonOf(schema);
  const flag = flagOf(meta.flag ?? name);
  const short = meta.short === undefined ? '' : `-${meta.short}, `;
  const option = new Option(`${short}--${flag}${meta.value === undefined ? '' : ` <${meta.value}>`}`, helpOf(schema));
  const parser = parserOf(json, meta);
  if (parser) option.argParser<unknown>((text, before) => parser(text, before as string[] | undefined));
  if (json.enum) option.choices([...json.enum]);
  if (meta.group) option.helpGroup(`${meta.group}:`);
  return option;
}

/**
 * Adds settings as flags, in the groups of the help; those that are not first appear with `--help-all`.
 *
 * @returns names of settings by the names that commander gives their values
 */
export function addSettings(
  command: Command,
  shape: SettingShape,
  { all, optional }: { readonly all: boolean; readonly optional: boolean },
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const group of [undefined, ...GROUPS]) {
    for (const [name, schema] of Object.entries(shape)) {
      const meta = metaOf(schema);
      if (meta.group !== group || meta.flag === null) continue;
      if (meta.argument) {
        addArgument(command, name, schema);
        continue;
      }
      const option = optionOf(name, schema);
      if (!optional && isRequired(schema)) option.makeOptionMandatory();
      if (!all && group !== undefined && !meta.first) option.hideHelp();
      names.set(option.attributeName(), name);
      command.addOption(option);
    }
  }
  if (!all) command.option('--help-all', 'Show every flag');
  return names;
}
