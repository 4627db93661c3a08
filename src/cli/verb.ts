import { type Command, Option } from 'commander';
import type { SettingShape, SettingsOf } from '../app/settings/setting.ts';
import type { ExitCode } from '../core/errors.ts';
import type { Io } from './io.ts';
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

/** The context of a verb. */
export interface VerbContext {
  readonly io: Io;
  /** Whether help shows every flag. */
  readonly helpAll: boolean;
  setExitCode(code: ExitCode): void;
}

/** Adds a verb with its flags and the verbs below it. */
export function addVerb(parent: Command, stated: Verb, context: VerbContext): void {
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
    const values = Object.entries(command.optsWithGlobals()).concat(
      command.processedArgs.map((value, at): [string, unknown] => [
        command.registeredArguments[at]?.name() ?? '',
        value,
      ]),
    );
    const flags = Object.fromEntries(values.map(([key, value]) => [nameOf.get(key) ?? key, value]));
    await act(flags as never, context.io, context.setExitCode);
  });
}
