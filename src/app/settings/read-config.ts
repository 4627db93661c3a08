import { ConfigError } from '../../core/errors.ts';
import { runConfigSchema, type StudyConfig, studySettings } from './config.ts';
import { findPreset } from './presets.ts';
import { readYaml } from './read-yaml.ts';
import { conflictIn, flagOf } from './setting.ts';

const toFlag = (name: string) => `--${flagOf(name)}`;

const CONFIG = { what: 'config', mend: '"mutagree init" writes one to start from.' };

/**
 * Flags win over the file, the file over the preset, the preset over the defaults.
 *
 * @param flags camelCase, only those that were given.
 * @throws ConfigError naming every wrong setting by its path (unknown keys too).
 */
export async function readStudyConfig(
  flags: Readonly<Record<string, unknown>>,
  file: string | undefined,
): Promise<StudyConfig> {
  const fromFile = file === undefined ? {} : await readYaml(file, CONFIG);
  const preset = flags['preset'] ?? fromFile['preset'];
  const settings = typeof preset === 'string' ? findPreset(preset).settings : {};
  const given = withGivenFiles({ ...settings, ...fromFile, ...flags });
  return parseSettings(given, { verb: 'run', ...(file === undefined ? {} : { file, fromFile }), flags });
}

/** Settings that are a number where a model is asked, and a file where its samples exist. */
const NUMBER_OR_FILE = { samples: 'samplesFile', variants: 'variantsFile' } as const;

/** Stands for the models of a sample file until it is read. */
export const MODELS_OF_SAMPLES = '(of the samples)';

/** Files under names of their own, which say what they are. */
function withGivenFiles(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own: Record<string, unknown> = { ...settings };
  for (const [name, file] of Object.entries(NUMBER_OR_FILE)) {
    const value = own[name];
    // A word is neither a number nor anybody's file.
    if (typeof value !== 'string' || !/[./\\]/.test(value)) continue;
    own[file] = value;
    delete own[name];
  }
  if (own['tests'] !== undefined) {
    own['testsFile'] = own['tests'];
    delete own['tests'];
  }
  if (own['samplesFile'] !== undefined && own['model'] === undefined) own['model'] = MODELS_OF_SAMPLES;
  return own;
}

interface SettingsOrigin {
  /** Whose help lists them. */
  readonly verb: string;
  readonly file?: string;
  readonly fromFile?: Readonly<Record<string, unknown>>;
  /** All settings are flags where these are left out. */
  readonly flags?: Readonly<Record<string, unknown>>;
}

/** @throws ConfigError `settings-conflict` */
function refuseConflicts(config: StudyConfig): void {
  const conflict = conflictIn(studySettings, config);
  if (!conflict) return;
  const flag = (name: string) => (name.endsWith('File') ? `--${name.slice(0, -4)} FILE` : toFlag(name));
  const [one, other] = [flag(conflict.setting), flag(conflict.other)];
  const [problem, hint] =
    conflict.kind === 'needs'
      ? [`${one} needs ${other}`, `Add ${other}, or leave ${one} out.`]
      : [`${one} and ${other} exclude each other`, 'Leave one of them out.'];
  throw new ConfigError('settings-conflict', problem, { mend: hint });
}

/**
 * Settings that were put together, checked; one without a value counts as absent.
 *
 * @throws ConfigError naming every wrong setting by its path (unknown keys too).
 */
export function parseSettings(
  settings: Readonly<Record<string, unknown>>,
  { verb, file, fromFile = {}, flags = settings }: SettingsOrigin,
): StudyConfig {
  const parsed = runConfigSchema.safeParse(settings);
  if (parsed.success) {
    refuseConflicts(parsed.data);
    return parsed.data;
  }
  const isGiven = (place: Readonly<Record<string, unknown>>, name: string) => place[name] !== undefined;
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${file === undefined ? '' : `${file}: `}unknown setting "${key}"`);
    const path = issue.path.join('.');
    const top = String(issue.path[0] ?? '');
    const place = isGiven(flags, top) ? toFlag(top) : file && top in fromFile ? `${file}: ${path}` : toFlag(top);
    const missing = !isGiven(flags, top) && !(top in fromFile);
    return [missing ? `${place} is missing` : `${place}: ${issue.message}`];
  });
  const init = verb === 'run' ? ', or "mutagree init" for a commented config file' : '';
  throw new ConfigError('config-invalid', problems.join('\n'), {
    mend: `See "mutagree ${verb} --help" for the settings${init}.`,
  });
}
