import { groupBy } from '../../src/analysis/by-key.ts';
import { numberCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { guardedRewrite } from './guarded-rewrite.ts';
import { ENTRY, type ThesisPair } from './pair-matrix.ts';

const count = (value: number) => numberCell(value, 'count');
const named = (pairs: readonly ThesisPair[], of: (pair: ThesisPair) => string) =>
  [...groupBy(pairs, of)].sort(([a], [b]) => a.localeCompare(b, 'en'));

/** By model, by technique and over all. */
function groupsOf(pairs: readonly ThesisPair[]): (readonly [string, readonly ThesisPair[]])[] {
  return [
    ...named(pairs, ({ model }) => model),
    ...named(pairs, ({ technique }) => technique),
    ['all', pairs] as const,
  ];
}

/** What the file holds, by the outcomes that it was selected by. */
export function heldTable(pairs: readonly ThesisPair[]): Table {
  const outcomes = (own: readonly ThesisPair[], original: boolean, rewrite: boolean) =>
    own.filter(({ originalPassed, rewritePassed }) => originalPassed === original && rewritePassed === rewrite).length;
  return {
    id: 'thesis-held',
    caption: 'What the file holds',
    note: 'Pairs by the author’s official verdicts of both programs. Nearly all were kept because the two verdicts differ, so that neither the direction nor the number says how often a rewrite helps. With tests: pairs with the model’s unittest modules.',
    head: [
      'pairs of',
      'pairs',
      'tasks',
      'only original right',
      'only rewrite right',
      'neither',
      'both',
      'with tests',
      'of these only original right',
    ],
    rows: groupsOf(pairs).map(([name, own]): TableCell[] => {
      const tested = own.filter(({ tests }) => tests.length > 0);
      return [
        name,
        count(own.length),
        count(new Set(own.map(({ taskId }) => taskId)).size),
        count(outcomes(own, true, false)),
        count(outcomes(own, false, true)),
        count(outcomes(own, false, false)),
        count(outcomes(own, true, true)),
        count(tested.length),
        count(outcomes(tested, true, false)),
      ];
    }),
  };
}

const RENAMING = ['task_function_name', 'adversarial_function_name'];

/** What mutagree's guards say of the rewrites. */
export function rewritesTable(pairs: readonly ThesisPair[]): Table {
  const guarded = pairs.map((pair) => ({ pair, verdict: guardedRewrite(pair) }));
  const groups = [...named(pairs, ({ technique }) => technique), ['all', pairs] as const];
  return {
    id: 'thesis-rewrites',
    caption: 'The rewrites before mutagree’s guards',
    note: 'What the checks that every rewrite passes in a run say of the published texts: code, signatures, quoted texts, numbers, names and words such as “not” must be there unchanged, and a change of case in running text only. No model judged the meaning. Only the name: nothing but the function’s name is new. Name kept: rewrites that should rename the function and leave its name in the code.',
    head: ['technique', 'rewrites', 'let through', 'only the name', 'refused', 'refused by', 'name kept'],
    rows: groups.map(([name, own]): TableCell[] => {
      const verdicts = guarded.filter(({ pair }) => own.includes(pair)).map(({ verdict }) => verdict);
      const refused = verdicts.filter((verdict): verdict is string => verdict !== null && verdict !== 'unchanged');
      const reasons = [...groupBy(refused, (guard) => guard)].sort(([, a], [, b]) => b.length - a.length);
      const renaming = own.filter(({ technique }) => RENAMING.includes(technique));
      const kept = renaming.filter(({ prompts }) => prompts.renamed === null || prompts.renamed === ENTRY).length;
      return [
        name,
        count(own.length),
        count(verdicts.filter((verdict) => verdict === null).length),
        count(verdicts.filter((verdict) => verdict === 'unchanged').length),
        count(refused.length),
        reasons.map(([guard, of]) => `${guard} ${of.length}`).join(', ') || null,
        renaming.length === 0 ? null : `${kept} of ${renaming.length}`,
      ];
    }),
  };
}

/** What the reader of unittest modules makes of those that are there. */
export function modulesTable(pairs: readonly ThesisPair[]): Table {
  const modules = [...new Map(pairs.flatMap((pair) => pair.modules.map((module) => [module.text, module]))).values()];
  const own = modules.filter(({ definesFunction }) => definesFunction);
  const giving = ({ methods }: (typeof modules)[number]) => methods > 0;
  return {
    id: 'thesis-modules',
    caption: 'The unittest modules',
    note: `Distinct modules of the ${pairs.length} pairs with tests. A module that brings its own version of the function would test that one; the reader takes it out.`,
    head: ['modules', 'n', 'give at least one test method'],
    rows: [
      ['all', count(modules.length), count(modules.filter(giving).length)],
      ['with a function of their own', count(own.length), count(own.filter(giving).length)],
    ],
  };
}

/** DL-Bench's tasks, and how many of them the thesis's largest gain is: 15 of 520 are 2.9 points. */
const HEADLINE = { tasks: 520, gained: 15 };
/** Tasks on which two picks disagree. */
const STEPS = [15, 21, 31, 41, 51, 61, 81, 105];

/** How sure the thesis's largest gain would be, by how many tasks the two picks disagree on. */
export function headlineTable(): Table {
  const { tasks, gained } = HEADLINE;
  const pOf = (disagree: number) =>
    mcnemarExact({ onlyFirst: (disagree + gained) / 2, onlySecond: (disagree - gained) / 2 });
  const odd = Array.from({ length: tasks }, (_, at) => at).filter(
    (disagree) => disagree >= gained && disagree % 2 === 1,
  );
  const most = odd.findLast((disagree) => pOf(disagree) < 0.05) ?? gained;
  const shown = [...new Set([...STEPS, most, most + 2])].sort((a, b) => a - b);
  return {
    id: 'thesis-headline',
    caption: 'What +2.9 points on DL-Bench would need',
    note: `The thesis’s abstract gives its largest gain as +2.9 points, which is ${gained} of ${tasks} tasks, without saying on how many tasks the two picks disagree. p: exact McNemar test for a net gain of ${gained} tasks; p is below 0.05 with up to ${most} disagreements. Three models were tried: for the best of three, Holm’s correction asks for p below 0.0167.`,
    head: ['tasks on which the picks disagree', 'of', 'gained', 'lost', 'p', 'p times 3'],
    rows: shown.map((disagree): TableCell[] => [
      count(disagree),
      count(tasks),
      count((disagree + gained) / 2),
      count((disagree - gained) / 2),
      numberCell(pOf(disagree), 'p'),
      numberCell(Math.min(1, 3 * pOf(disagree)), 'p'),
    ]),
  };
}
