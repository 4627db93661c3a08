import { ConfigError } from '../../core/errors.ts';

/** The address that is asked: as the settings say, else as OPENAI_BASE_URL does; undefined: OpenAI's own. */
export function endpointUrl(
  { baseUrl, offline = false }: { readonly baseUrl?: string | undefined; readonly offline?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (baseUrl !== undefined || offline) return baseUrl;
  const fromEnv = env['OPENAI_BASE_URL']?.trim() || undefined;
  if (fromEnv !== undefined && !URL.canParse(fromEnv)) {
    throw new ConfigError('config-invalid', `OPENAI_BASE_URL: "${fromEnv}" cannot be read as a URL`, {
      hint: 'Set it to one such as http://127.0.0.1:11434/v1, or name the endpoint itself.',
    });
  }
  return fromEnv;
}
