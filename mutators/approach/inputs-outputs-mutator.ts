import type { Prompt } from '../../src/core/text.ts';
import { parsePython } from '../../src/python-source/syntax/python-tree.ts';
import { approachMutator } from '../frames.ts';
import { refuse } from '../proposals.ts';

/** Restates the signature only: names, types and defaults, in order. */
export const inputsOutputsMutator = approachMutator({
  name: 'app-inputs-outputs',
  summary: 'Restates parameters and result as a list, from the signature.',
  example: {
    before: 'def add(a: int, b: int) -> int:',
    after: 'def add(a: int, b: int) -> int:\n… - `a: int`\n- `b: int` … Result: `int`',
  },
  source: {
    title: 'Zi et al. 2025, which details of a prompt help (PartialOrderEval)',
    url: 'https://arxiv.org/abs/2508.03678',
  },
  frames({ prompt, entryPoint }) {
    const signature = entryPoint === null ? null : wantedSignature(prompt, entryPoint);
    if (!signature) return refuse('no-signature');
    const { parameters, result } = signature;
    if (parameters.length === 0) return refuse('no-parameter');
    const list = parameters.map((parameter) => `- \`${parameter}\``).join('\n');
    return [
      {
        after: `Inputs of \`${entryPoint}\`, in this order:\n${list}\n\nOutput: ${result ? `\`${result}\`` : 'what it returns'}`,
      },
    ];
  },
});

/** The parameters of the function to write, with type and default, and its return type, where the prompt shows them. */
function wantedSignature({ text, regions }: Prompt, entryPoint: string) {
  const shown = regions.filter(({ kind }) => kind === 'signature').map(({ start, end }) => text.slice(start, end));
  const [head] = shown.flatMap((code) =>
    parsePython(`${code}\n    pass\n`).root.findAll(
      (node) => node.type === 'function_definition' && node.name === entryPoint,
    ),
  );
  if (!head) return null;
  const plain = (part: string) => part.replace(/\s+/g, ' ');
  const parameters = head.childrenIn('parameters').map((parameter) => plain(parameter.text));
  return {
    parameters: parameters.filter((each) => !/^(?:self|cls|\*|\/)$/.test(each)),
    result: plain(head.childText('return_type')),
  };
}
