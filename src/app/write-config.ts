import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../core/errors.ts';
import { writeText } from '../store/files.ts';
import { runConfigSchema, studySettings } from './settings/config.ts';
import { jsonOf } from './settings/setting.ts';

const SCHEMA_FILE = 'mutagree.schema.json';

/** Editors check and complete the config file by it. */
const configJsonSchema = () => z.toJSONSchema(runConfigSchema, { io: 'input' });

/** A config file that names every setting: the required ones filled in, the others as comments with their defaults. */
export function commentedConfig(): string {
  const given: Readonly<Record<string, string>> = { dataset: 'starter', model: 'gpt-4o-mini' };
  const lines = Object.entries(studySettings).map(([name, schema]) => {
    const { description, default: standard } = jsonOf(schema);
    const comment = description ? `# ${description}\n` : '';
    if (given[name]) return `${comment}${name}: ${given[name]}`;
    return `${comment}# ${name}:${standard === undefined ? '' : ` ${JSON.stringify(standard)}`}`;
  });
  return `# yaml-language-server: $schema=./${SCHEMA_FILE}
# Settings of "mutagree run --config". Flags win over this file. Take the "# " off a setting to change it.
# The key of the endpoint is read from the environment variable OPENAI_API_KEY and belongs in no file.

${lines.join('\n\n')}
`;
}

/** Whether a file is missing, or an earlier version of the schema that `init` writes. */
async function isFreeOrOurs(schema: string): Promise<boolean> {
  try {
    const { properties } = JSON.parse(await readFile(schema, 'utf8')) as { properties?: Record<string, unknown> };
    return properties?.['dataset'] !== undefined && properties['mutators'] !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/**
 * Writes a commented config file and its JSON Schema.
 *
 * @param force overwrite existing files
 * @returns absolute paths
 * @throws ConfigError `file-exists`; StoreError
 */
export async function writeConfig(file: string, { force = false }: { readonly force?: boolean | undefined } = {}) {
  const config = resolve(file);
  const schema = join(dirname(config), SCHEMA_FILE);
  const refuse = (problem: string, hint: string) => {
    throw new ConfigError('file-exists', problem, { hint });
  };
  if (!force && existsSync(config)) refuse(`${file} exists`, 'Give another name, or --force it to be overwritten.');
  if (!force && !(await isFreeOrOurs(schema))) {
    const problem = `${schema} exists and is not the schema of our settings`;
    refuse(problem, 'Choose another folder, or --force it to be overwritten.');
  }
  await writeText(schema, `${JSON.stringify(configJsonSchema(), null, 2)}\n`, 'ours');
  await writeText(config, commentedConfig(), 'named');
  return { config, schema };
}
