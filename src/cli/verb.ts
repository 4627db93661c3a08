import { type Command, InvalidArgumentError, Option } from 'commander';
import type { UseOptions } from '../app/context.ts';
import { settingError } from '../app/settings/check-settings.ts';
import { flagOf, GROUPS, helpOf, jsonOf, metaOf, type SettingShape, type SettingsOf } from '../app/settings/setting.ts';
import type { ExitCode } from '../core/errors.ts';
import { type Io, printJson } from './io.ts';

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
function addSettings(
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

/** A verb of the command line: its flags, its help, its action and its output. */
export interface Verb<Shape extends SettingShape = SettingShape> {
  readonly name: string;
  readonly summary: string;
  readonly settings?: Shape;
  /** Whether `--help` shows only the first settings. */
  readonly short?: true;
  /** Whether required settings may come from a file instead of a flag. */
  readonly optional?: true;
  /** Whether it has no `--json`. */
  readonly plain?: true;
  readonly notes?: string;
  readonly examples?: readonly string[];
  readonly verbs?: readonly Verb[];
  /** Ends with 0 unless it sets another exit code. */
  act?(
    flags: SettingsOf<Shape> & { readonly json?: true },
    io: Io,
    setExitCode: (code: ExitCode) => void,
  ): Promise<void>;
}

/** A verb whose flags have the types of its settings. */
export const verb = <Shape extends SettingShape>(stated: Verb<Shape>): Verb => stated as unknown as Verb;

/** A verb that calls one function of the library and prints what that returns. */
export const useVerb = <Shape extends SettingShape, Result>({
  use,
  text,
  document = (result) => result,
  end,
  ...stated
}: Omit<Verb<Shape>, 'act'> & {
  /** Loads the function. */
  readonly use: () => Promise<(settings: SettingsOf<Shape>, options: UseOptions) => Result | Promise<Result>>;
  text(result: Result, settings: SettingsOf<Shape>, io: Io): string | Promise<string>;
  /** The document of `--json`. */
  document?(result: Result, settings: SettingsOf<Shape>): unknown;
  /** The exit code, or an error to throw, after the result is printed; null for 0. */
  end?(result: Result): ExitCode | Error | null;
}): Verb =>
  verb<Shape>({
    ...stated,
    act: async ({ json, ...given }, io, setExitCode) => {
      const settings = given as unknown as SettingsOf<Shape>;
      const result = await (await use())(settings, io.use);
      if (json) printJson(io, document(result, settings));
      else io.stdout(await text(result, settings, io));
      const ended = end?.(result) ?? null;
      if (ended instanceof Error) throw ended;
      if (ended !== null) setExitCode(ended);
    },
  });

/** Adds a verb with its flags and the verbs below it. */
export function addVerb(
  parent: Command,
  stated: Verb,
  context: { readonly io: Io; readonly helpAll: boolean; setExitCode(code: ExitCode): void },
): void {
  const { name, summary, settings = {}, notes, examples = [], verbs = [], act } = stated;
  const command = parent.command(name).description(summary);
  const nameOf = addSettings(command, settings, {
    all: stated.short !== true || context.helpAll,
    optional: stated.optional === true,
  });
  if (act && !stated.plain) command.addOption(new Option('--json', 'Print one JSON document on stdout, nothing else'));
  if (notes !== undefined) command.addHelpText('after', `\n${notes}\n`);
  if (examples.length > 0) {
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}\n`);
  }
  for (const each of verbs) addVerb(command, each, context);
  if (!act) return;
  command.action(async () => {
    const options = Object.entries(command.optsWithGlobals()).map(([key, value]) => [nameOf.get(key) ?? key, value]);
    const words = command.processedArgs.map((value, at) => [command.registeredArguments[at]?.name() ?? '', value]);
    const flags = Object.fromEntries([...options, ...words]);
    await act(flags as never, context.io, context.setExitCode);
  });
}
