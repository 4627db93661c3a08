import { z } from 'zod';
import { ConfigError } from '../../core/errors.ts';
import { type Context, type UseOptions, withContext } from '../context.ts';
import { conflictIn, flagOf, metaOf, type SettingShape, type SettingsOf, valuesOf } from './setting.ts';
import { settingError } from './setting-error.ts';

type Values = Readonly<Record<string, unknown>>;

/** Where settings come from, for errors. */
export interface SettingsOrigin {
  /** Whose help lists them. */
  readonly verb: string;
  readonly file?: string | undefined;
  readonly fromFile?: Values;
  /** All settings are flags if these are left out. */
  readonly flags?: Values;
}

/** @throws ConfigError `settings-conflict` */
function requireNoConflict(shape: SettingShape, settings: Values): void {
  const conflict = conflictIn(shape, settings);
  if (!conflict) return;
  const flag = (name: string) => (name.endsWith('File') ? `--${name.slice(0, -4)} FILE` : `--${flagOf(name)}`);
  const [one, other] = [flag(conflict.setting), flag(conflict.other)];
  const [problem, hint] =
    conflict.kind === 'needs'
      ? [`${one} needs ${other}`, `Add ${other}, or leave ${one} out.`]
      : [`${one} and ${other} exclude each other`, 'Leave one of them out.'];
  throw new ConfigError('settings-conflict', problem, { hint: hint });
}

/**
 * Settings with their defaults; one without a value counts as absent.
 *
 * @throws ConfigError naming every wrong setting by its path (unknown keys too)
 */
export function checkSettings<Shape extends SettingShape>(
  shape: Shape,
  given: Values,
  { verb, file, fromFile = {}, flags = given }: SettingsOrigin,
): CheckedOf<Shape> {
  const settings = valuesOf(given);
  const parsed = z.strictObject(shape).safeParse(settings, { error: settingError });
  if (parsed.success) {
    requireNoConflict(shape, parsed.data);
    return parsed.data as CheckedOf<Shape>;
  }
  const placeOf = (name: string, path: string) => {
    if (flags[name] === undefined && file !== undefined && name in fromFile) return `${file}: ${path}`;
    const meta = shape[name] && metaOf(shape[name]);
    return meta?.argument ? name : `--${flagOf(meta?.flag ?? name)}`;
  };
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${file === undefined ? '' : `${file}: `}unknown setting "${key}"`);
    const name = String(issue.path[0] ?? '');
    const place = placeOf(name, issue.path.join('.'));
    return [settings[name] === undefined ? `${place} is missing` : `${place}: ${issue.message}`];
  });
  const init = verb === 'run' ? ', or "mutagree init" for a commented config file' : '';
  throw new ConfigError('config-invalid', problems.join('\n'), {
    hint: `See "mutagree ${verb} --help" for the settings${init}.`,
  });
}

/** Settings of a shape with their defaults. */
export type CheckedOf<Shape extends SettingShape> = z.output<z.ZodObject<Shape>>;

/**
 * A function of the library that checks its settings first.
 *
 * @param verb whose help lists the settings
 * @returns a function that throws ConfigError for invalid settings, and the errors of `work`
 */
export const useOf =
  <Shape extends SettingShape, T>(
    verb: string,
    shape: Shape,
    work: (settings: CheckedOf<Shape>, context: Context) => Promise<T>,
  ) =>
  (given: SettingsOf<Shape>, options: UseOptions = {}): Promise<T> =>
    withContext(options, (context) => work(checkSettings(shape, given, { verb }), context));
