import type { Verdict } from '../core/sandbox.ts';
import type { Parting, Solution, SolutionCost, SolutionSet } from '../records/solution.ts';
import { plural } from './figures.ts';
import { oneLine } from './steering-text.ts';

/** One sign per verdict, as rows of matrices are printed. */
export const VERDICT_MARKS: Readonly<Record<Verdict, string>> = {
  pass: '.',
  fail: 'F',
  error: 'E',
  timeout: 'T',
  'out-of-memory': 'M',
  'not-run': '-',
};

export const VERDICT_LEGEND = '. pass  F fail  E error  T timeout  M out of memory  - not run';

const percent = (share: number) => `${Math.round(100 * share)} %`;

function costText({ calls, inputTokens, outputTokens, usd }: SolutionCost): string {
  if (calls === 0) return 'cost: nothing, every reply was on record';
  const tokens =
    inputTokens === null || outputTokens === null
      ? 'tokens not counted by the endpoint'
      : `${inputTokens} tokens in, ${outputTokens} out`;
  return `cost: ${plural(calls, 'call')}, ${tokens}${usd === null ? '' : `, ${usd.toFixed(4)} USD`}`;
}

const brief = (text: string | null) => {
  if (text === null) return 'nothing (it raised, or was stopped)';
  const line = oneLine(text.trim().replace(/\s+/g, ' '));
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};

function problemText({ problem, given, counts, sets, confidence }: Solution): string | null {
  switch (problem) {
    case 'no-programs':
      return `no program: ${plural(counts.programSamples, 'sample')}, none with code that could be read. Try another model, or raise the longest reply.`;
    case 'given-tests-failed': {
      const tests = given.tests.map((test) => `  ${brief(test)}`).join('\n');
      return `no program: none of ${plural(counts.programs, 'program')} passes all that was given:\n${tests}\nDo these contradict each other, or the prompt? --explain shows which program fails which.`;
    }
    case 'below-confidence':
      return `no program: the best of ${plural(sets.length, 'set')} is right with a probability of only ${percent(confidence ?? 0)}.`;
    case null:
      return null;
  }
}

function partingLines({ votes }: SolutionSet, { input, picked, other, passedBy }: Parting): string[] {
  const who = `the runner-up (${plural(votes, 'program')})`;
  if (passedBy === 'picked') return [`${who} fails what the pick passes: ${brief(input)}`];
  if (passedBy === 'other') return [`${who} passes what the pick fails: ${brief(input)}`];
  return [
    `${who} does something else on ${brief(input)}:`,
    `  the pick gives ${brief(picked)}`,
    `  the runner-up gives ${brief(other)}`,
  ];
}

/** How many agree on how many tests, or why nobody does. */
function agreementText({ sets: [first], counts }: Solution): string | null {
  if (!first) return null;
  const draw = `is a draw among ${plural(counts.programSamples, 'sample')}`;
  const tests = plural(counts.tests, 'test');
  if (counts.tests === 0) return `no test could be read in what the model wrote: this program ${draw}`;
  if (first.tests === 0) return `no program passes any of ${tests}: this one ${draw}`;
  const agree = `${first.votes} of ${plural(counts.programSamples, 'program')} agree, on ${first.tests} of ${tests}`;
  return `${agree}; from ${plural(counts.variants, 'variant')}`;
}

/** What speaks for a solution and against it, in lines; nothing of a program or a test begins one. */
export function solutionText(solution: Solution): string {
  const { sets, counts, confidence, given, parting, cost } = solution;
  const [first, second] = sets;
  const required = plural(given.tests.length, 'given test');
  const lines = [
    problemText(solution),
    agreementText(solution),
    given.tests.length > 0
      ? `${given.passedBy} of ${plural(counts.programs, 'distinct program')} pass the ${required}`
      : null,
    confidence !== null && first
      ? `probably right: ${percent(confidence)} (from agreement alone; uncalibrated here, see docs/agreement.md)`
      : null,
    ...(second && parting ? partingLines(second, parting) : []),
    costText(cost),
  ];
  return lines.flatMap((line) => (line === null ? [] : `${line}\n`)).join('');
}

/** The matrix: a line per program, a column per test; the tests below it. */
export function explanationText({ matrix }: Solution): string {
  const rows = matrix.programs.map(
    ({ votes }, at) =>
      `program ${String(at + 1).padStart(3)}  x${String(votes).padEnd(3)} ${(matrix.verdicts[at] ?? []).map((verdict) => VERDICT_MARKS[verdict]).join('')}`,
  );
  const tests = matrix.tests.map(
    ({ code, votes, given }, at) =>
      `test ${String(at + 1).padStart(3)}  ${given ? 'given' : `x${votes}`.padEnd(5)} ${brief(code)}`,
  );
  return `${[...rows, VERDICT_LEGEND, ...tests].join('\n')}\n\n`;
}
