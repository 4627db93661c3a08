import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError } from '../../core/errors.ts';
import { PIP_SETTINGS } from '../../core/image-recipe.ts';

/** Where Linux distributions keep the certificates that they trust. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const PIP_CONFIG_MS = 20_000;

/** Build settings of the command line; missing ones come from the machine. */
export interface BuildFlags {
  readonly network?: string | undefined;
  readonly indexUrl?: string | undefined;
  readonly ca?: string | undefined;
}

/** The machine's settings that a build needs. */
export interface BuildSettings {
  readonly network: string;
  /** PEM text of the certificates that pip shall trust; empty for the image's own. */
  readonly certificates: string;
  /** `PIP_*` name to value. */
  readonly pip: Readonly<Record<string, string>>;
}

/** Lines of `pip config list`, such as `global.index-url='https://…'`. */
export function pipConfigLines(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key, value] of text.matchAll(/^(?:global|install|user|site|:env:)\.([\w-]+)='(.*)'$/gm)) {
    found[`PIP_${key?.toUpperCase().replaceAll('-', '_')}`] = `${value}`.replaceAll('\\n', ' ').trim();
  }
  return found;
}

async function pipConfig(): Promise<Record<string, string>> {
  try {
    const argv = ['-m', 'pip', 'config', 'list'];
    // With -m Python imports from where it is started: never from where mutagree is, which may be anybody's repository.
    const options = { cwd: '/', timeout: PIP_CONFIG_MS };
    return pipConfigLines((await promisify(execFile)('python3', argv, options)).stdout);
  } catch {
    // No pip on this machine: then it has no settings, either.
    return {};
  }
}

function certificatesOf(file: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8');
    } catch (cause) {
      throw new ConfigError('ca-unreadable', `the certificate file ${file} cannot be read`, {
        cause,
        hint: 'Give a file of certificates in PEM form to --ca.',
      });
    }
  }
  const found = [env.PIP_CERT, env.SSL_CERT_FILE, ...BUNDLES].find((path) => path && existsSync(path));
  return found ? readFileSync(found, 'utf8') : '';
}

/**
 * The network, package index and certificates of this machine, unless the flags set them.
 *
 * @param readConfig content of pip's own files; `python3 -m pip config list` by default
 * @throws ConfigError `ca-unreadable`
 */
export async function buildSettings(
  flags: BuildFlags,
  env: Readonly<Record<string, string | undefined>> = process.env,
  readConfig: () => Promise<Record<string, string>> = pipConfig,
): Promise<BuildSettings> {
  const config = await readConfig();
  const pip = PIP_SETTINGS.flatMap((name) => {
    const value = name === 'PIP_INDEX_URL' && flags.indexUrl ? flags.indexUrl : (env[name] ?? config[name]);
    return value ? [[name, value] as const] : [];
  });
  return {
    network: flags.network ?? 'host',
    certificates: certificatesOf(flags.ca, env),
    pip: Object.fromEntries(pip),
  };
}
