import { evidenceScorer } from '../../agreement/evidence-scorer.ts';
import { contendersOf, partingInputs } from '../../agreement/rivals/contenders.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import type { Rng } from '../../src/core/random.ts';
import type { Arena, Contender, PartingInput } from '../../src/core/rival.ts';

/** What is right of one task: programs, and what most right programs return on each probe. */
export interface Truth {
  readonly passed: ReadonlySet<string>;
  readonly outputs: ReadonlyMap<string, string | null>;
}

/** From all programs of the task that there are, in a draw or not. */
export function truthOf(matrix: ExecutionMatrix, passed: ReadonlySet<string>): Truth {
  const outputs = new Map<string, string | null>();
  for (const [at, input] of (matrix.probes?.inputs ?? []).entries()) {
    const votes = new Map<string | null, number>();
    for (const [row, { id, weight }] of matrix.candidates.entries()) {
      if (!passed.has(id)) continue;
      const output = matrix.probes?.outputs[row]?.[at] ?? null;
      votes.set(output, (votes.get(output) ?? 0) + weight);
    }
    const [most] = [...votes].sort((a, b) => b[1] - a[1]);
    if (most) outputs.set(input, most[0]);
  }
  return { passed, outputs };
}

const shown = (output: string | null) => (output === null ? 'an exception is raised' : output);

/** The letter that stands for the first of two, by what the request says. */
function firstIsA(content: string, first: string, second: string, around: (a: string, b: string) => string): boolean {
  if (content.includes(around(first, second))) return true;
  if (content.includes(around(second, first))) return false;
  throw new Error('the scripted oracle cannot read the question');
}

export interface OracleOptions {
  /** Probability of a right answer where one of the two is right; where neither or both are, the answer is drawn. */
  readonly right: number;
  readonly rng: Rng;
}

/** An arena whose questions a script answers, right with a given probability, each answer by itself. */
export function scriptedArena(
  matrix: ExecutionMatrix,
  codeOf: (id: string) => string,
  truth: Truth,
  questions: number,
  { right, rng }: OracleOptions,
): Arena & { readonly rowIds: (contender: Contender) => readonly string[]; readonly asked: () => number } {
  const idOf = (row: number) => matrix.candidates[row]?.id ?? '';
  const contenders = contendersOf(matrix, evidenceScorer.rank(matrix), (row) => codeOf(idOf(row)));
  let parting: PartingInput | null = null;
  let asked = 0;
  const chance = (probability: number) => rng.next() < probability;
  /** null: nothing tells the two apart. */
  const rightOf = (content: string): boolean | null => {
    if (parting) {
      const { input, outputs } = parting;
      const [own, other] = outputs;
      const isA = firstIsA(content, shown(own), shown(other), (a, b) => `A: ${a}\n\nB: ${b}\n`);
      if (!truth.outputs.has(input)) return null;
      const wanted = truth.outputs.get(input) ?? null;
      return wanted === own ? isA : wanted === other ? !isA : null;
    }
    const [first, second] = contenders as readonly [Contender, Contender];
    const around = (a: string, b: string) =>
      `Program A:\n\n\`\`\`python\n${a.trim()}\n\`\`\`\n\nProgram B:\n\n\`\`\`python\n${b.trim()}`;
    const isA = firstIsA(content, first.code, second.code, around);
    const [one, two] = [first, second].map(({ candidates: [row = 0] }) => truth.passed.has(idOf(row)));
    return one === two ? null : one === isA;
  };
  return {
    promptText: '',
    entryPoint: 'f',
    contenders,
    questions,
    rowIds: ({ candidates }) => candidates.map(idOf),
    asked: () => asked,
    parting: (first, second) => {
      const found = partingInputs(matrix, first, second);
      parting = found[0] ?? null;
      return found;
    },
    ask: async (_, messages) => {
      asked++;
      const isA = rightOf(messages[0]?.content ?? '') ?? chance(0.5);
      return `Answer: ${isA === chance(right) ? 'A' : 'B'}`;
    },
  };
}
