import { fencePython } from '../../src/core/code-fence.ts';
import { promptExamples } from '../../src/python-source/tests/prompt-examples.ts';
import { approachMutator } from '../frames.ts';
import { refuse } from '../proposals.ts';

/** The prompt's own examples alone: a test that requests show is an assertion already. */
export const examplesAsAssertionsMutator = approachMutator({
  name: 'app-examples-as-assertions',
  summary: 'Repeats the examples as assertions that the code must pass.',
  example: { before: '>>> add(1, 2)\n3', after: '>>> add(1, 2)\n3\n… assert add(1, 2) == 3' },
  source: { title: 'Mathews and Nagappan 2024, test-driven code generation', url: 'https://arxiv.org/abs/2402.13521' },
  frames(input) {
    const examples = input.entryPoint === null ? [] : promptExamples(input);
    const code = examples.flatMap((body) => (body.kind === 'assertion' ? [body.code] : []));
    if (code.length === 0) return refuse('no-example');
    return [{ after: `The code must pass these assertions:\n\n${fencePython(code.join('\n'))}` }];
  },
});
