import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import type { Guard, Mutator, Proposal } from '../../src/core/mutation.ts';
import { applyEdits, type Edit } from '../../src/core/text.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { fakeMutator } from '../fakes/fake-mutator.ts';
import { taskOf } from './prompts.ts';

const CODE = `def scale(xs, factor):
    """Multiply each element of xs by factor.

    >>> scale([1, 2], factor=3)
    [3, 6]
    """
`;

interface BadProposal {
  readonly text: string;
  /** Every occurrence of the first becomes the second; an empty first one is the text's start. */
  readonly replace: readonly [string, string];
  readonly renames?: Proposal['renames'];
  readonly mutator?: Partial<Pick<Mutator, 'touches' | 'declares' | 'family'>>;
}

/** For each guard a proposal that is wrong, and that no other guard sees. */
const ONLY_SEEN_BY: Readonly<Record<(typeof guards)[number]['name'], BadProposal>> = {
  changed: { text: 'Sum the items.', replace: ['Sum', 'Sum'] },
  'length-ratio': { text: 'Sum the items.', replace: ['Sum', 'Really truly simply sum'] },
  'touched-regions': { text: 'Sum the items.', replace: ['Sum', 'Add'], mutator: { touches: ['constraint'] } },
  'protected-spans': { text: 'Sort my_list now.', replace: ['my_list', 'your_list'] },
  'untouched-text': { text: 'Sum the items.', replace: ['Sum', 'Sum '] },
  literals: { text: 'Sum the items of it.', replace: ['items', '3 items'] },
  'operator-words': { text: 'It will sort the list.', replace: ['will', 'will not'] },
  signature: {
    text: CODE,
    replace: ['', 'import os\n'],
    mutator: { touches: ['signature'], declares: ['layout-white-space'] },
  },
  examples: { text: CODE, replace: ['    >>> scale', 'Done    >>> scale'], mutator: { touches: ['example'] } },
  'parameter-order': { text: CODE, replace: ['Multiply', 'With factor, multiply'] },
  'renames-consistent': {
    text: CODE,
    replace: ['factor', 'len'],
    renames: { factor: 'len' },
    mutator: { family: 'naming', touches: ['signature', 'prose', 'example'], declares: ['renames'] },
  },
  frames: {
    text: 'Sort the items.',
    replace: ['the items', 'First plan. the items'],
    mutator: { family: 'approach', touches: [], declares: ['frames'] },
  },
  'still-parses': {
    text: '# Sort the items now.\ndef f(xs):\n    pass\n',
    replace: [' now', '\nnow'],
    mutator: { family: 'layout', declares: ['layout-white-space'] },
  },
};

/** Edits of what differs alone: what old and new text share at their ends stays. */
function editsOf({ text, replace: [from, to] }: BadProposal): Edit[] {
  if (from === '') return [{ start: 0, end: 0, replacement: to }];
  const edits: Edit[] = [];
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length)) {
    const insertion = to.endsWith(from);
    edits.push({
      start: at,
      end: insertion ? at : at + from.length,
      replacement: insertion ? to.slice(0, -from.length) : to,
    });
  }
  return edits;
}

function outcomeOf(bad: BadProposal, active: readonly Guard[]) {
  const edits = editsOf(bad);
  const proposal = bad.renames ? { edits, renames: bad.renames } : { edits };
  const mutator = fakeMutator('bad', () => [proposal], bad.mutator);
  const task = taskOf('t', bad.text, /def (\w+)/.exec(bad.text)?.[1] ?? null);
  const options = { mutators: [mutator], guards: active, seed: 0, perMutator: 1 };
  const { variants, refusals } = mutatePrompts(task, options);
  const reason = refusals[0]?.refused ?? null;
  return {
    text: variants[1]?.prompt ?? (reason === 'same-as-another-mutator' ? bad.text : null),
    reason,
    expected: applyEdits(bad.text, edits),
  };
}

test('the table has a proposal for every guard of the registry, and for no other', () => {
  expect(Object.keys(ONLY_SEEN_BY).sort()).toEqual(guards.map(({ name }) => name).sort());
});

describe.each(Object.entries(ONLY_SEEN_BY))('%s', (name, bad) => {
  test('refuses its proposal', () => {
    expect(outcomeOf(bad, guards).reason).toBe(`guard:${name}`);
  });

  test('is the only one that does: without it the proposal becomes a mutant', () => {
    const outcome = outcomeOf(
      bad,
      guards.filter((guard) => guard.name !== name),
    );
    expect(outcome.text).toBe(outcome.expected);
  });
});
