import { approachMutator } from '../frames.ts';
import { wantedSignature } from '../parsers/wanted-signature.ts';
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
