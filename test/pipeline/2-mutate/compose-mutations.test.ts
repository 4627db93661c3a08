import { describe, expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { applyEdits } from '../../../src/core/edit.ts';
import type { Mutator } from '../../../src/core/mutation.ts';
import { composePrompts } from '../../../src/pipeline/2-mutate/compose-mutations.ts';
import { taskOf } from '../../mutators/prompts.ts';

const PROMPT = `def sum_all(xs):
    """Return the sum of the colors of xs. Skip zeros.

    >>> sum_all([1])
    1
    """
`;
const task = taskOf('t', PROMPT, 'sum_all');
const composed = (names: string, more: Partial<Parameters<typeof composePrompts>[1]> = {}) =>
  composePrompts(task, { mutators: selectMutators(names), guards, seed: 0, perMutator: 5, ...more });

describe('composePrompts', () => {
  test('applies two mutators one after the other, in both orders, told on the original', () => {
    const { variants } = composed('name-func-neutral,lex-spelling-variant');
    const [original, ...mutants] = variants;
    expect(original?.mutation).toBeNull();
    expect(mutants.map(({ mutation }) => mutation?.mutator)).toEqual(['lex-spelling-variant+name-func-neutral']);
    const [mutant] = mutants;
    expect(mutant?.prompt).toBe(PROMPT.replaceAll('sum_all', 'solve_task').replace('colors', 'colours'));
    expect(applyEdits(PROMPT, mutant?.mutation?.edits ?? [])).toBe(mutant?.prompt);
    expect(mutant?.mutation?.renames).toEqual({ sum_all: 'solve_task' });
    expect(mutant?.id).toBe('t::lex-spelling-variant+name-func-neutral::s0.0');
  });

  test('never pairs mutators of one family', () => {
    expect(composed('family:naming').variants).toHaveLength(1);
  });

  test('does not depend on the order of the mutators, and gives at most so many a first one', () => {
    const all = composed('all', { perMutator: 1 });
    const reversed: readonly Mutator[] = [...selectMutators('all')].reverse();
    expect(composed('all', { mutators: reversed, perMutator: 1 })).toEqual(all);
    const firsts = all.variants.flatMap(({ mutation }) => mutation?.mutator.split('+')[0] ?? []);
    expect(new Set(firsts).size).toBe(firsts.length);
    expect(firsts.length).toBeGreaterThan(3);
  });

  test('guards see the composite: a pair that is only together too long is refused', () => {
    const longer = (name: string, family: Mutator['family']): Mutator => ({
      name,
      family,
      summary: 'Longer.',
      example: { before: 'a', after: 'b' },
      touches: ['prose'],
      preserves: 'paraphrase',
      source: 'original',
      *propose({ prompt }) {
        yield {
          edits: [
            { start: 4, end: 4, replacement: ` ${'very '.repeat(Math.floor(prompt.text.length / 14))}`.trimEnd() },
          ],
        };
      },
    });
    const subject = taskOf('t', `Sort the list. ${'It is long. '.repeat(4)}`);
    const pair = [longer('a', 'lexical'), longer('b', 'layout')];
    const outcome = composePrompts(subject, { mutators: pair, guards, seed: 0, perMutator: 1 });
    expect(outcome.variants).toHaveLength(1);
    expect(outcome.refusals.map(({ refused }) => refused)).toEqual(['guard:length-ratio', 'guard:length-ratio']);
  });
});
