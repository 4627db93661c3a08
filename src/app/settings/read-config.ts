import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../../core/errors.ts';
import { checkSettings } from './check-settings.ts';
import { studySettings } from './config.ts';

const CONFIG = { what: 'config', hint: '"mutagree init" writes one to start from.' };

/**
 * Flags win over the file, the file over the defaults.
 *
 * @param flags camelCase, only those that were given.
 * @throws ConfigError naming every wrong setting by its path (unknown keys too).
 */
export async function readStudyConfig(flags: Readonly<Record<string, unknown>>, file: string | undefined) {
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

/**
 * The "name: value" lines of a YAML file.
 *
 * @param what the kind of file, as errors name it; `hint`: that of a file which is missing or holds something else
 * @throws ConfigError naming file and line
 */
export async function readYaml(file: string, { what, hint }: Readonly<Record<'what' | 'hint', string>>) {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const problem = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConfigError(`${what}-unreadable`, `${what} file ${file} ${problem}`, { hint, cause });
  });
  const refuse = (problem: string, how: string, cause?: unknown): never => {
    throw new ConfigError(`${what}-invalid`, `${file}${problem}`, { hint: how, cause });
  };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) refuse(` line ${lines.linePos(broken.pos[0]).line}: ${broken.message}`, 'Correct the YAML.');
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (cause) {
    // Nested aliases can expand to more values than any memory holds.
    refuse(`: ${(cause as Error).message}`, `A ${what} needs no aliases: write the values out.`, cause);
  }
  if (typeof value !== 'object' || Array.isArray(value)) refuse(`: a ${what} file holds "name: value" lines`, hint);
  return value as Record<string, unknown>;
}
