import { type Command, InvalidArgumentError, Option } from 'commander';
import { settingError } from '../app/settings/check-settings.ts';
import { flagOf, GROUPS, helpOf, jsonOf, metaOf, type SettingShape } from '../app/settings/setting.ts';

const numberIn = (text: string): number | string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const partsOf = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

type Reader = (text: string, before: readonly string[] | undefined) => unknown;

function readerOf(schema: SettingShape[string]): Reader | null {
  const { type, items, format } = jsonOf(schema);
  const { value, repeat } = metaOf(schema);
  if (value === undefined) return null;
  if (value === 'n|file' || type === 'integer' || type === 'number') return numberIn;
  if (repeat || (type === undefined && value === 'id')) return (text, before) => [...(before ?? []), text];
  if (type === 'array') return items?.type === 'integer' ? (text) => partsOf(text).map(numberIn) : partsOf;
  if (type === 'object') return jsonIn;
  return format === 'date' ? (text) => text : null;
}

/** Reads a flag, and checks it; its meaning is checked with all settings. */
export function parserOf(schema: SettingShape[string]): Reader | null {
  const read = readerOf(schema);
  if (!read) return null;
  return (text, before) => {
    const value = read(text, before);
    // How many, or the file that holds them, which has a dot or a slash in its path.
    if (metaOf(schema).value === 'n|file' && typeof value === 'string' && /[./\\]/.test(value)) return value;
    const { error } = schema.safeParse(value, { error: settingError });
    if (error) throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
    return value;
  };
}

const isRequired = (schema: SettingShape[string]) => !schema.safeParse(undefined).success;

function optionOf(name: string, schema: SettingShape[string]): Option {
  const meta = metaOf(schema);
  const json = jsonOf(schema);
  const flag = flagOf(meta.flag ?? name);
  const short = meta.short === undefined ? '' : `-${meta.short}, `;
  const option = new Option(`${short}--${flag}${meta.value === undefined ? '' : ` <${meta.value}>`}`, helpOf(schema));
  const parser = parserOf(schema);
  if (parser) option.argParser<unknown>((text, before) => parser(text, before as string[] | undefined));
  if (json.enum) option.choices(json.enum as string[]);
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
        const words = jsonOf(schema).type === 'array' ? `${name}...` : name;
        command.argument(isRequired(schema) ? `<${words}>` : `[${words}]`, helpOf(schema));
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
