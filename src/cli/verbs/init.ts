import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { toStoreError } from '../../store/disk-error.ts';
import { runConfigSchema } from '../config.ts';
import { type Io, printJson } from '../io.ts';

const SCHEMA_FILE = 'mutagree.schema.json';

/** The JSON Schema of the config file; editors check and complete by it. */
export function configJsonSchema(): unknown {
  return z.toJSONSchema(runConfigSchema, { io: 'input' });
}

interface PropertySchema {
  readonly description?: string;
  readonly default?: unknown;
}

/** A config file that names every setting: the required ones filled in, the others as comments with their defaults. */
export function commentedConfig(): string {
  const { properties } = configJsonSchema() as { readonly properties: Readonly<Record<string, PropertySchema>> };
  const given: Readonly<Record<string, string>> = { dataset: 'starter', model: 'gpt-4o-mini' };
  const lines = Object.entries(properties).map(([name, { description, default: standard }]) => {
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

/** `mutagree init [FILE]`. @throws ConfigError `file-exists` */
export async function init(file: string, { force, json }: { force?: true; json?: true }, io: Io): Promise<ExitCode> {
  const config = resolve(file);
  const schema = join(dirname(config), SCHEMA_FILE);
  const exists = await access(config).then(
    () => true,
    () => false,
  );
  if (exists && !force)
    throw new ConfigError('file-exists', `${file} exists`, { mend: 'Give another name, or --force to overwrite it.' });
  try {
    await mkdir(dirname(config), { recursive: true });
    await writeFile(config, commentedConfig());
    await writeFile(schema, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  } catch (error) {
    throw toStoreError(config, error);
  }
  if (json) printJson(io, { config, schema });
  else io.stdout(`Wrote ${file} and its schema. Next: edit it, then "mutagree run --config ${file}".\n`);
  return EXIT.done;
}
