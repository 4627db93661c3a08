/** Families of models that reason before they answer, by their ids; a vendor's prefix (`openai/`) may precede. */
const REASONING: readonly RegExp[] = [
  /^o\d/,
  /^gpt-(5|oss)(?!.*chat)/,
  /^deepseek-(r\d|reasoner)/,
  /^(qwq|qwen3(?!.*(instruct|coder)))/,
  /^gemini-(2\.5|[3-9])(?!.*lite)/,
  /^grok-(3-mini|[4-9])(?!.*non-reasoning)/,
  /^magistral/,
  /(thinking|reasoning|reasoner)/,
];

/** The middle (of the logarithm) of "a few hundred to tens of thousands" in OpenAI's guide to reasoning models. */
const THOUGHT_TOKENS = 2000;

/** Relative to `medium`: the shares of the token limit that OpenRouter gives each word. */
const EFFORT: Readonly<Record<string, number>> = { none: 0, minimal: 0.2, low: 0.4, medium: 1, high: 1.6, xhigh: 1.9 };

/** Tokens of thought that a call of a model is expected to spend before its answer; 0 for one that answers at once. */
export function thoughtTokens(modelId: string, effort: string): number {
  const id = modelId.toLowerCase().split('/').at(-1) ?? '';
  if (!REASONING.some((family) => family.test(id))) return 0;
  return THOUGHT_TOKENS * (EFFORT[effort] ?? 1);
}
