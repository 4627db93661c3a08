import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, unknownName } from '../../core/errors.ts';
import { type Codebook, codebookSchema } from '../../labels/codebook.ts';
import { packageRoot } from '../../package-root.ts';
import { readYaml } from '../settings/read-yaml.ts';

/** Codebooks that come with mutagree, as files of `data/codebooks`. */
export const CODEBOOKS = ['stage', 'ml-task', 'data-type', 'bug-kind'] as const;

const KIND = {
  what: 'codebook',
  mend: 'docs/labels.md shows one; the bundled ones are stage, ml-task, data-type and bug-kind.',
};

function fileOf(nameOrPath: string): string {
  if ((CODEBOOKS as readonly string[]).includes(nameOrPath))
    return join(packageRoot(), 'data', 'codebooks', `${nameOrPath}.yaml`);
  if (/[/\\.]/.test(nameOrPath) || existsSync(nameOrPath)) return nameOrPath;
  throw unknownName('codebook', nameOrPath, CODEBOOKS);
}

/** A bundled codebook by name, or one of a YAML file. @throws ConfigError naming file and field */
export async function readCodebook(nameOrPath: string): Promise<Codebook> {
  const file = fileOf(nameOrPath);
  const parsed = codebookSchema.safeParse(await readYaml(file, KIND));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ConfigError('codebook-invalid', `${file}${field === '' ? '' : ` field "${field}"`}: ${issue?.message}`, {
    mend: 'docs/labels.md has the fields of a codebook.',
  });
}
