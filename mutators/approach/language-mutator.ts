import { z } from 'zod';
import { readData } from '../../src/package-root.ts';
import { approachMutator } from '../frames.ts';

const { instructions } = readData(
  'lexicons/instruction-languages.json',
  z.object({ instructions: z.array(z.object({ language: z.string(), text: z.string() })).min(1) }),
);

export const languageMutator = approachMutator({
  name: 'app-language',
  summary: 'Asks for the code in another natural language; the specification stays.',
  example: { before: 'Add two numbers.', after: 'Lies die folgende Aufgabe genau … Add two numbers.' },
  source: { title: 'Li et al. 2024, prompts in other languages', url: 'https://arxiv.org/abs/2408.09701' },
  frames: () => instructions.map(({ text }) => ({ before: text })),
});
