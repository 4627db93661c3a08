import { type Command, Option } from 'commander';
import type { UseOptions } from '../app/context.ts';
import type { SettingShape, SettingsOf } from '../app/settings/setting.ts';
import type { ExitCode } from '../core/errors.ts';
import { type Io, printJson } from './io.ts';
import { addSettings } from './setting-options.ts';

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
