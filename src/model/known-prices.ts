import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPrices } from '../core/token-cost.ts';

/** Few enough that no price for long prompts applies. */
const SAMPLE_TOKENS = 1000;

const ROUTER = 'openrouter';

function priced(modelId: string, where: { providerId?: string; providerApiUrl?: string }): ModelPrices | null {
  try {
    const found = calcPrice({ input_tokens: SAMPLE_TOKENS, output_tokens: SAMPLE_TOKENS }, modelId, where);
    if (!found) return null;
    const perMTok = 1e6 / SAMPLE_TOKENS;
    const cached = found.model_price.cache_read_mtok;
    return {
      cachedInputPerMTok: typeof cached === 'number' ? cached : undefined,
      inputPerMTok: found.input_price * perMTok,
      outputPerMTok: found.output_price * perMTok,
      source: `genai-prices, ${found.provider.id} ${found.model.id}`,
    };
  } catch {
    // It throws where it knows neither the endpoint nor the model.
    return null;
  }
}

/** List prices by the installed table of genai-prices, of the endpoint's provider if known; null without one. */
export function knownPrices(modelId: string, baseUrl?: string): ModelPrices | null {
  const here = baseUrl ? priced(modelId, { providerApiUrl: baseUrl }) : null;
  return here ?? priced(modelId, {}) ?? (modelId.includes('/') ? priced(modelId, { providerId: ROUTER }) : null);
}
