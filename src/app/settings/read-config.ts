import { checkSettings } from './check-settings.ts';
import { type StudyConfig, studySettings } from './config.ts';
import { readYaml } from './read-yaml.ts';

const CONFIG = { what: 'config', hint: '"mutagree init" writes one to start from.' };

/**
 * Flags win over the file, the file over the defaults.
 *
 * @param flags camelCase, only those that were given.
 * @throws ConfigError naming every wrong setting by its path (unknown keys too).
 */
export async function readStudyConfig(
  flags: Readonly<Record<string, unknown>>,
  file: string | undefined,
): Promise<StudyConfig> {
  const fromFile = file === undefined ? {} : await readYaml(file, CONFIG);
  const given = withFiles({ ...fromFile, ...flags });
  const own = Object.fromEntries(Object.entries(fromFile).filter(([name]) => flags[name] === undefined));
  return checkSettings(studySettings, given, { verb: 'run', file, fromFile: own });
}

/** Settings that are a number where a model is asked, and a file where its samples exist. */
const NUMBER_OR_FILE = { samples: 'samplesFile', variants: 'variantsFile' } as const;

/** Stands for the models of a sample file until it is read. */
export const MODELS_OF_SAMPLES = '(of the samples)';

function withFiles(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { tests, ...own }: Record<string, unknown> = settings;
  for (const [name, file] of Object.entries(NUMBER_OR_FILE)) {
    const value = own[name];
    // A word is neither a number nor anybody's file.
    if (typeof value !== 'string' || !/[./\\]/.test(value)) continue;
    own[file] = value;
    delete own[name];
  }
  if (tests !== undefined) own['testsFile'] = tests;
  if (own['samplesFile'] !== undefined && own['model'] === undefined) own['model'] = MODELS_OF_SAMPLES;
  return own;
}
