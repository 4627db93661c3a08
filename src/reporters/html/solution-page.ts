import type { Solution } from '../../records/solution.ts';
import { type Block, codeBlock, diffBlock, heading, type Section, tableBlock, text, texts } from '../document.ts';
import { count, plural } from '../figures.ts';
import { verdictTable } from '../tables/verdict-table.ts';
import { plainPage } from './html-document.ts';

/** Sets and tests beyond these are counted. */
const MOST_SETS = 8;
const MOST_TESTS = 200;
/** Lines around a difference: programs are shown whole. */
const WHOLE = 100_000;

const PROBLEMS: Readonly<Record<NonNullable<Solution['problem']>, string>> = {
  'no-programs': 'No reply held a program that could be read.',
  'given-tests-failed': 'Every program fails a test that was given.',
  'below-confidence': 'No program is as likely right as was asked for.',
};

const PARTINGS = {
  value: 'The next set does something else on this input:',
  picked: 'The next set fails what the pick passes:',
  other: 'The next set passes what the pick fails:',
};

const factTable = (id: string, caption: string, facts: readonly (readonly [string, string | null])[]): Block =>
  tableBlock({ id, caption, note: '', head: ['fact', 'value'], rows: facts.filter(([, value]) => value !== null) });

function figures({ counts, given, confidence, cost, sets: [first] }: Solution): Section {
  const { inputTokens, outputTokens } = cost;
  const isCounted = inputTokens !== null && outputTokens !== null;
  const facts = factTable('facts', 'Facts', [
    [
      'agree',
      first ? `${first.votes} of ${counts.programSamples} programs, on ${first.tests} of ${counts.tests} tests` : null,
    ],
    ['variants', count(counts.variants)],
    [
      'given tests',
      given.tests.length > 0
        ? `${given.tests.length}; ${given.passedBy} of ${counts.programs} distinct programs pass all`
        : null,
    ],
    [
      'probably right',
      confidence === null ? 'unknown' : `${Math.round(100 * confidence)} %, from agreement alone; uncalibrated here`,
    ],
    ['calls', count(cost.calls)],
    ['tokens', isCounted ? `${count(inputTokens)} in, ${count(outputTokens)} out` : 'not counted by the endpoint'],
    ['cost', cost.usd === null ? null : `${cost.usd.toFixed(4)} USD`],
  ]);
  return { id: 'figures', title: 'In figures', blocks: [facts] };
}

function pick({ program, problem, entryPoint }: Solution): Section {
  const asked = entryPoint === null ? 'A script that reads standard input.' : `Asked for: ${entryPoint}`;
  return {
    id: 'pick',
    title: program === null ? 'No program' : 'The program',
    blocks: [
      ...texts([problem && PROBLEMS[problem]], 'note'),
      ...(program === null ? [] : [codeBlock('The pick', program)]),
      text(asked, 'quiet'),
    ],
  };
}

function otherSets({ sets, parting }: Solution): Section[] {
  const [first, ...others] = sets;
  if (!first || others.length === 0) return [];
  const left = others.length - MOST_SETS;
  const values = [
    ['the pick', parting?.picked ?? 'nothing'],
    ['the next', parting?.other ?? 'nothing'],
  ] as const;
  const partingBlocks = parting
    ? [
        codeBlock(PARTINGS[parting.passedBy ?? 'value'], parting.input),
        ...(parting.passedBy === undefined ? [factTable('parting', 'What they return', values)] : []),
      ]
    : [];
  const setBlocks = others
    .slice(0, MOST_SETS)
    .flatMap((set, at) => [
      heading(`Set ${at + 2}: ${plural(set.votes, 'program')}, ${plural(set.tests, 'test')}`),
      diffBlock('Against the pick', first.program, set.program, WHOLE),
    ]);
  const more = left > 0 ? [text(`${left} more sets.`, 'quiet')] : [];
  return [{ id: 'others', title: 'What else was written', blocks: [...partingBlocks, ...setBlocks, ...more] }];
}

function matrixSection({ matrix }: Solution): Section {
  const shown = matrix.tests.slice(0, MOST_TESTS);
  const left = matrix.tests.length - shown.length;
  const table = verdictTable(
    `×n: written n times${left > 0 ? `; ${left} more tests` : ''}.`,
    ['test', 'written', ...matrix.programs.map(({ votes }, at) => `${at + 1} ×${votes}`)],
    shown.map(({ code, votes, given }, row) => ({
      cells: [code, given ? 'given' : `×${votes}`],
      verdicts: matrix.verdicts.map((verdicts) => verdicts[row]),
    })),
  );
  return { id: 'tests', title: 'Every program on every test', blocks: [tableBlock(table)] };
}

/** One solved question as a page of its own. */
export function solutionPage(prompt: string, solution: Solution): string {
  const { entryPoint } = solution;
  const request: Section = { id: 'prompt', title: 'The prompt', blocks: [codeBlock('As asked', prompt)] };
  const sections = [pick(solution), figures(solution), ...otherSets(solution), matrixSection(solution), request];
  return plainPage(entryPoint ?? 'script', entryPoint ?? 'A script', sections);
}
