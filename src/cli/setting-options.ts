import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  flagOf,
  GROUPS,
  helpOf,
  jsonOf,
  metaOf,
  type SettingJson,
  type SettingShape,
} from '../app/settings/setting.ts';
import { collected, commaSeparated, countOrFile, jsonObject } from './options.ts';

/** What a number must be, for people. */
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

/** How the text of a flag becomes the value of its setting; what it means is checked with all settings. */
function parserOf(json: SettingJson, value: string): ((text: string, before: string[] | undefined) => unknown) | null {
  if (value === 'n|file') return countOrFile;
  if (json.type === 'integer' || json.type === 'number') return numberAs(json);
  if (json.type === 'array') {
    const items = json.items ?? {};
    return items.type === 'integer' ? (text) => commaSeparated(text).map(numberAs(items)) : commaSeparated;
  }
  if (json.type === 'object') return jsonObject;
  if (json.format === 'date') return dateOf;
  return json.type === undefined && value === 'id' ? collected : null;
}

/** The flags of some settings, in the groups of the help; those that are not first appear with `--help-all`. */
export function addSettings(
  command: Command,
  shape: SettingShape,
  { all = true, required = [] }: { readonly all?: boolean; readonly required?: readonly string[] } = {},
): Command {
  for (const group of GROUPS) {
    for (const [name, schema] of Object.entries(shape)) {
      const meta = metaOf(schema);
      if (meta.group !== group || meta.flag === null) continue;
      const json = jsonOf(schema);
      const flag = flagOf(meta.flag ?? name);
      const option = new Option(meta.value === undefined ? `--${flag}` : `--${flag} <${meta.value}>`, helpOf(schema));
      const parser = meta.value === undefined ? null : parserOf(json, meta.value);
      if (parser) option.argParser<unknown>((text, before) => parser(text, before as string[] | undefined));
      if (json.enum) option.choices([...json.enum]);
      if (required.includes(name)) option.makeOptionMandatory();
      option.helpGroup(`${group}:`);
      if (!all && !meta.first) option.hideHelp();
      command.addOption(option);
    }
  }
  if (!all) command.option('--help-all', 'Show every flag');
  return command;
}
