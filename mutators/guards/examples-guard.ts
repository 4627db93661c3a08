import type { Guard } from '../../src/core/mutation.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { commentFormProblem } from './comment-form.ts';
import { declares, withoutRenames } from './inverse-renames.ts';
import { type RegionTexts, regionTexts } from './region-texts.ts';

/** P6: examples are byte-identical once the renames are undone, and doctest calls that were valid Python stay so. */
export const examplesGuard: Guard = {
  name: 'examples',
  check(input) {
    if (declares(input, 'comment-lines')) return commentFormProblem(input);
    for (const region of regionTexts(input) ?? []) {
      if ((region.kind !== 'example' && region.kind !== 'constraint') || region.before === region.after) continue;
      if (region.before !== withoutRenames(region.after, input.proposal)) return `${region.kind} is changed`;
      const broken = brokenCall(region);
      if (broken) return `"${broken.slice(0, 40)}" is no longer valid Python`;
    }
    return null;
  },
};

/** The first changed doctest line that was valid Python and is so no longer. */
function brokenCall({ before, after }: RegionTexts): string | null {
  const old = before.split('\n');
  const broken = after.split('\n').find((line, index) => {
    const oldLine = old[index] ?? '';
    if (line === oldLine || !line.trimStart().startsWith('>>>')) return false;
    return isValidPython(callOf(oldLine)) && !isValidPython(callOf(line));
  });
  return broken ?? null;
}

function callOf(line: string): string {
  return `${line.replace(/^\s*>>> ?/, '')}\n`;
}
