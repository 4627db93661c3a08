import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { targetFunction } from '../parsers/prompt-names.ts';
import { withoutRenames } from './inverse-renames.ts';
import { regionTexts } from './region-texts.ts';

/**
 * P11: parameters are first named in the same order. Without a signature the names in backticks replace them, since
 * that order is then the only interface.
 */
export const parameterOrderGuard: Guard = {
  name: 'parameter-order',
  check(input) {
    const regions = regionTexts(input)?.filter(({ kind }) => kind === 'prose' || kind === 'constraint') ?? [];
    const mentions = mentionsOf(input);
    const before = mentions(regions.map((region) => region.before).join('\n'));
    const after = mentions(withoutRenames(regions.map((region) => region.after).join('\n'), input.proposal));
    return before.join() === after.join() ? null : `parameters are named in the order ${after.join(', ')}`;
  },
};

/** How to list the parameters of a text in the order of their first mention. */
function mentionsOf({ prompt, entryPoint }: GuardInput): (text: string) => string[] {
  const target = targetFunction(prompt, entryPoint);
  if (!target)
    return (text) => [...new Set(Array.from(text.matchAll(/`([A-Za-z_]\w*)`/g), (match) => match[1] as string))];
  const names = new Set(target.parameters.map(({ name }) => name));
  return (text) => [...new Set((text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => names.has(word)))];
}
