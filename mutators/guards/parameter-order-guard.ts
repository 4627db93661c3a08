import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { targetFunction } from '../parsers/prompt-names.ts';
import { withoutRenames } from './inverse-renames.ts';
import { regionTexts } from './region-texts.ts';

/**
 * P11: parameters are first named in the same order. Without a signature the names in backticks stand for them, since
 * that order is then the only interface.
 */
export const parameterOrderGuard: Guard = {
  name: 'parameter-order',
  check(input) {
    const regions = regionTexts(input)?.filter(({ kind }) => kind === 'prose' || kind === 'constraint') ?? [];
    const names = parameterNames(input);
    const before = firstMentions(regions.map((region) => region.before).join('\n'), names);
    const after = firstMentions(
      withoutRenames(regions.map((region) => region.after).join('\n'), input.proposal),
      names,
    );
    return before.join() === after.join() ? null : `parameters are named in the order ${after.join(', ')}`;
  },
};

function parameterNames({ prompt, entryPoint }: GuardInput): ReadonlySet<string> {
  const target = targetFunction(prompt, entryPoint);
  if (target) return new Set(target.parameters.map(({ name }) => name));
  return new Set(Array.from(prompt.text.matchAll(/`([A-Za-z_]\w*)`/g), (match) => match[1] as string));
}

function firstMentions(text: string, names: ReadonlySet<string>): string[] {
  const seen = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) if (names.has(word)) seen.add(word);
  return [...seen];
}
