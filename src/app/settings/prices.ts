import { ConfigError } from '../../core/errors.ts';
import type { ModelPrices } from '../../core/token-cost.ts';
import { knownPrices } from '../../model/known-prices.ts';
import type { SharedSettings } from './config.ts';

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

/** By model id. */
export type PriceList = Readonly<Record<string, ModelPrices>>;

/** The path of a model that runs in this process, from a file; undefined for one of an endpoint. */
export const modelFile = (id: string): string | undefined => /^gguf:(.*)$/s.exec(id)?.[1];

/** As records name a model: a model file goes by its name, wherever it lies. */
export const recordedId = (id: string): string => id.replace(/^gguf:.*[\\/]/s, 'gguf:');

const BOTH = { hint: 'Give both prices, --price-input and --price-output, in USD per million tokens.' };

type PriceSettings = Partial<Pick<SharedSettings, 'prices' | 'priceInput' | 'priceOutput' | 'baseUrl'>>;

function priceOf(id: string, { prices, priceInput, priceOutput, baseUrl }: PriceSettings): ModelPrices | null {
  const own = prices?.[id];
  if (own) {
    const { input, output, cachedInput } = own;
    const cached = cachedInput === undefined ? {} : { cachedInputPerMTok: cachedInput };
    return { inputPerMTok: input, outputPerMTok: output, ...cached, source: 'given' };
  }
  if (priceInput !== undefined && priceOutput !== undefined) {
    return { inputPerMTok: priceInput, outputPerMTok: priceOutput, source: 'given' };
  }
  if (modelFile(id) !== undefined) return { inputPerMTok: 0, outputPerMTok: 0, source: 'runs on this machine' };
  return knownPrices(id, baseUrl);
}

/**
 * Prices of the models of a study: from the settings, otherwise list prices; models with unknown prices are left out.
 */
export function priceList(models: readonly string[], settings: PriceSettings): PriceList {
  if ((settings.priceInput === undefined) !== (settings.priceOutput === undefined)) {
    throw new ConfigError('price-incomplete', 'one price is missing', BOTH);
  }
  const pairs = models.flatMap((id) => {
    const prices = priceOf(id, settings);
    return prices ? [[recordedId(id), prices] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** @throws ConfigError `price-unknown` if a cap needs an unknown price. */
export function requirePrices(models: readonly string[], list: PriceList, why: string): void {
  const unknown = models.filter((id) => !list[recordedId(id)]);
  if (unknown.length === 0) return;
  const names = unknown.map((id) => `"${id}"`).join(', ');
  throw new ConfigError('price-unknown', `${why} needs the price of ${names}, which is in no list`, BOTH);
}
