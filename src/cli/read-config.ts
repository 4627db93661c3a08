import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../core/errors.ts';
import { runConfigSchema, type StudyConfig } from './config.ts';
import { findPreset } from './presets.ts';

const toFlag = (field: string) => `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** @throws ConfigError naming file and line. */
async function readYaml(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const problem = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConfigError('config-unreadable', `config file ${file} ${problem}`, {
      mend: '"mutagree init" writes one to start from.',
      cause,
    });
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    throw new ConfigError('config-invalid', `${file} line ${lines.linePos(broken.pos[0]).line}: ${broken.message}`, {
      mend: 'Correct the YAML.',
    });
  }
  const value: unknown = document.toJS() ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError('config-invalid', `${file}: a config file holds "name: value" lines`, {
      mend: '"mutagree init" writes one to start from.',
    });
  }
  return value as Record<string, unknown>;
}

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
  const fromFile = file === undefined ? {} : await readYaml(file);
  const preset = flags['preset'] ?? fromFile['preset'];
  const settings = typeof preset === 'string' ? findPreset(preset).settings : {};
  const parsed = runConfigSchema.safeParse({ ...settings, ...fromFile, ...flags });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${file}: unknown setting "${key}"`);
    const path = issue.path.join('.');
    const top = String(issue.path[0] ?? '');
    const place = top in flags ? toFlag(top) : file && top in fromFile ? `${file}: ${path}` : toFlag(top);
    const missing = !(top in flags) && !(top in fromFile);
    return [missing ? `${place} is missing` : `${place}: ${issue.message}`];
  });
  throw new ConfigError('config-invalid', problems.join('\n'), {
    mend: 'See "mutagree run --help" for the settings, or "mutagree init" for a commented config file.',
  });
}
