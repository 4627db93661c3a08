import type { z } from 'zod';
import { unknownName } from '../../core/errors.ts';
import { checkSettings } from './check-settings.ts';
import { type runConfigSchema, type StudyConfig, studySettings } from './config.ts';
import { readYaml } from './read-yaml.ts';

/** Settings that a preset stands for; the config file and flags win over it. */
interface Preset {
  readonly name: string;
  readonly summary: string;
  readonly settings: Partial<z.input<typeof runConfigSchema>>;
}

/** One prompt, the original; nothing is selected, so no tests are asked for. */
const PLAIN = { mutators: 'none', variants: 1, arms: ['baseline'] } satisfies Preset['settings'];

/**
 * How DL-Bench measures (its paper, section on evaluation): T 0 in five runs with mean, variance and standard deviation;
 * T 0.3 with pass@1, 3 and 5; three examples as the mean of two runs. It names no top-p; 1 leaves sampling untouched.
 */
export const presets: readonly Preset[] = [
  {
    name: 'dl-bench-zero-shot',
    summary: 'temperature 0, one program per task, five runs',
    settings: { ...PLAIN, prompting: 'zero-shot', temperature: 0, topP: 1, samples: 1, repeats: 5 },
  },
  {
    name: 'dl-bench-pass-k',
    summary: 'temperature 0.3, five programs per task, pass@1, 3 and 5',
    settings: { ...PLAIN, prompting: 'zero-shot', temperature: 0.3, topP: 1, samples: 5, k: [1, 3, 5] },
  },
  {
    name: 'dl-bench-three-shot',
    summary: 'temperature 0, three random examples, two runs',
    settings: { ...PLAIN, prompting: 'random-shot', temperature: 0, topP: 1, samples: 1, repeats: 2 },
  },
  {
    name: 'dl-bench-three-shot-stage',
    summary: 'temperature 0, three examples of the predicted stage, two runs',
    settings: { ...PLAIN, prompting: 'stage-shot', temperature: 0, topP: 1, samples: 1, repeats: 2 },
  },
];

/** @throws ConfigError `unknown-preset` with the nearest name. */
function findPreset(name: string): Preset {
  const found = presets.find((preset) => preset.name === name);
  if (found) return found;
  throw unknownName(
    'preset',
    name,
    presets.map((preset) => preset.name),
  );
}

const CONFIG = { what: 'config', hint: '"mutagree init" writes one to start from.' };

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
  const given = withFiles({ ...settings, ...fromFile, ...flags });
  return checkSettings(studySettings, given, { verb: 'run', file, fromFile, flags });
}

/** Settings that are a number where a model is asked, and a file where its samples exist. */
const NUMBER_OR_FILE = { samples: 'samplesFile', variants: 'variantsFile' } as const;

/** Stands for the models of a sample file until it is read. */
export const MODELS_OF_SAMPLES = '(of the samples)';

/** Files under names of their own, which say what they are. */
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
