import { z } from 'zod';
import { ARMS, type Arm } from '../../core/arm.ts';
import { ConfigError, type MutagreeError, ThresholdError } from '../../core/errors.ts';
import { type Context, type UseOptions, withContext } from '../context.ts';
import { jsonOf, metaOf, type SettingShape, type SettingsOf, shownName, valuesOf } from './setting.ts';

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  record: 'a JSON object',
  object: 'a JSON object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
};

/** A wrong setting in the words of a user; undefined for an issue whose own message serves. */
export function settingError(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'must be a day such as 2025-01-31';
  if (issue.code !== 'too_small') return undefined;
  if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty';
  return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
}

type Values = Readonly<Record<string, unknown>>;

/** @throws ConfigError `settings-conflict` for settings that exclude each other, or one that lacks another */
export function requireNoConflict(shape: SettingShape, settings: Values): void {
  const isSet = (name: string) => {
    const value = settings[name];
    return value !== undefined && value !== false && value !== (shape[name] && jsonOf(shape[name]).default);
  };
  const refuse = (problem: string, hint: string) => {
    throw new ConfigError('settings-conflict', problem, { hint });
  };
  for (const [name, schema] of Object.entries(shape)) {
    if (!isSet(name)) continue;
    const { excludes = [], needs } = metaOf(schema);
    const one = shownName(shape, name);
    const other = excludes.find(isSet);
    if (other !== undefined) {
      refuse(`${one} and ${shownName(shape, other)} exclude each other`, 'Leave one of them out.');
    }
    if (needs === undefined || !(needs in shape) || settings[needs] !== undefined) continue;
    const needed = shownName(shape, needs);
    refuse(`${one} needs ${needed}`, `Add ${needed}, or leave ${one} out.`);
  }
}

/** Settings with their defaults; one without a value counts as absent. `fromFile` has those that no flag overrides. */
export function checkSettings<Shape extends SettingShape>(
  shape: Shape,
  given: Values,
  {
    verb,
    file,
    fromFile = {},
  }: { readonly verb: string; readonly file?: string | undefined; readonly fromFile?: Values },
): CheckedOf<Shape> {
  const settings = valuesOf(given);
  const parsed = z.strictObject(shape).safeParse(settings, { error: settingError });
  if (parsed.success) {
    requireNoConflict(shape, parsed.data);
    return parsed.data as CheckedOf<Shape>;
  }
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${file === undefined ? '' : `${file}: `}unknown setting "${key}"`);
    const name = String(issue.path[0] ?? '');
    const place = name in fromFile ? `${file}: ${issue.path.join('.')}` : shownName(shape, name);
    return [settings[name] === undefined ? `${place} is missing` : `${place}: ${issue.message}`];
  });
  const init = verb === 'run' ? ', or "mutagree init" for a commented config file' : '';
  throw new ConfigError('config-invalid', problems.join('; '), {
    hint: `See "mutagree ${verb} --help" for the settings${init}.`,
  });
}

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

/** @throws ConfigError if the text is not `[ARM:]pass@K=FRACTION`. */
export function parseThreshold(text: string) {
  const match = /^(?:([a-z-]+):)?pass@(\d+)=(0?\.\d+|0|1|1\.0*)$/.exec(text.replaceAll(' ', ''));
  const arm = match?.[1] ?? null;
  if (!match || (arm !== null && !ARMS.includes(arm as Arm)) || Number(match[2]) < 1) {
    throw new ConfigError('threshold-invalid', `"${text}" is not a threshold`, {
      hint: 'Write a fraction, such as pass@1=0.30; in run also with an arm, such as self-agreement:pass@1=0.30.',
    });
  }
  /** `atLeast` is a fraction. */
  return { arm: arm as Arm | null, k: Number(match[2]), atLeast: Number(match[3]) };
}

type Threshold = ReturnType<typeof parseThreshold>;

/** The error (exit code 3) of a value below the threshold, or of none; null at or above it. */
export function shortfallBelow({ k, atLeast }: Threshold, value: number | undefined, of: string): MutagreeError | null {
  if (value === undefined)
    return new ConfigError('threshold-unknown', `${of} has no pass@${k}`, { hint: `Add ${k} to --k.` });
  if (value >= atLeast) return null;
  return new ThresholdError('threshold-missed', `pass@${k} of ${of} is ${value.toFixed(4)}, below ${atLeast}`);
}
