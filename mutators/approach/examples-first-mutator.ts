import { fencePython } from '../../src/core/code-fence.ts';
import { approachMutator, exampleTexts } from '../frames.ts';
import { refuse } from '../proposals.ts';

export const examplesFirstMutator = approachMutator({
  name: 'app-examples-first',
  summary: 'Shows the examples before the specification, too.',
  example: {
    before: 'Add two numbers.\n>>> add(1, 2)\n3',
    after: '>>> add(1, 2)\n3\n\nAdd two numbers.\n>>> add(1, 2)\n3',
  },
  source: { title: 'Mathews and Nagappan 2024, test-driven code generation', url: 'https://arxiv.org/abs/2402.13521' },
  frames(input) {
    const examples = exampleTexts(input);
    if (examples.length === 0) return refuse('no-example');
    return [{ before: `These examples must hold:\n\n${fencePython(examples.join('\n\n'))}\n\nThis is the task:` }];
  },
});
