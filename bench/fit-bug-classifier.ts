/**
 * Fits the bug classifier (data/taxonomy/bug-classifier.json) and says what cross-validation makes of it.
 *
 * npx tsx bench/fit-bug-classifier.ts [--failures FILE] [--references FILE] [--seeds 20] [--write]
 *
 * Each repository is left out in turn, with all that is fitted; then five folds of whole repositories and five folds of
 * functions, dealt `--seeds` times. A guess is right if it is the authors' first or second label. Families and their
 * expected kinds follow the definitions, and were written by someone who had seen these failures; SHIPPED stands in the
 * middle of the grid. "Chosen inside" picks weight and share of the definitions within the training repositories.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRng } from '../src/core/random.ts';
import { packageRoot } from '../src/package-root.ts';
import { dlBenchFigures } from '../src/reporters/published/dl-bench-figures.ts';
import { LEAST_CHANCE } from '../src/taxonomy/bug-classifier.ts';
import { BUG_KINDS, type BugLabel, bugLabelOf } from '../src/taxonomy/bug-kinds.ts';
import { familiesOf } from '../src/taxonomy/error-families.ts';
import { type FamilyRow, readFamilyTable } from '../src/taxonomy/fitted-classifier.ts';
import { readFailure } from '../src/taxonomy/read-failure.ts';
import { type FitOptions, fitFamilyTable, type LabelledFailure } from './fitting/fit-family-table.ts';
import { dealGroups, repositoryOf } from './fitting/repositories.ts';

const { values } = parseArgs({
  options: {
    failures: { type: 'string', default: '../shared/dlbench/failures.jsonl' },
    references: { type: 'string', default: '../shared/dlbench/prompts.jsonl' },
    seeds: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
});

const SHIPPED: FitOptions = { weight: 20, definitions: 0.5, published: 20, rightWeight: 3 };
const GRID: readonly FitOptions[] = [5, 10, 20, 40].flatMap((weight) =>
  [0.3, 0.5, 0.7].map((definitions) => ({ ...SHIPPED, weight, definitions })),
);
const FOLDS = 5;

interface Case extends LabelledFailure {
  readonly id: string;
  readonly repository: string;
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const published = dlBenchFigures().bugs.kinds.map(({ count }) => count);
const references = new Map(linesOf(values.references).map(({ id, reference }) => [id, reference as string]));
const cases: Case[] = linesOf(values.failures).map((record) => {
  const reference = record.reference ?? references.get(record.id);
  const { id, prompt, generated, pytest_output: pytestOutput } = record;
  const read = readFailure({ id, prompt, generated, pytestOutput, ...(reference === undefined ? {} : { reference }) });
  return {
    id,
    repository: repositoryOf(id),
    families: familiesOf(read),
    label: bugLabelOf(record.label) as BugLabel,
    secondLabel: record.second_label === null ? null : bugLabelOf(record.second_label),
  };
});

interface Guess {
  readonly of: Case;
  readonly ranking: readonly BugLabel[];
  readonly chance: number;
}

function guess(of: Case, { kinds, right }: FamilyRow): Guess {
  const ranked = BUG_KINDS.map(({ label }, at) => ({ label, score: kinds[at] ?? 0 }));
  return {
    of,
    ranking: ranked.sort((a, b) => b.score - a.score || a.label - b.label).map(({ label }) => label),
    chance: right,
  };
}

const isRight = ({ label, secondLabel }: Case, kind: BugLabel) => kind === label || kind === secondLabel;
const share = (part: readonly unknown[], of: readonly unknown[]) => part.length / Math.max(1, of.length);
const rightWithin = (guesses: readonly Guess[], k: number) =>
  share(
    guesses.filter(({ of, ranking }) => ranking.slice(0, k).some((label) => isRight(of, label))),
    guesses,
  );
const firstRight = (guesses: readonly Guess[]) =>
  share(
    guesses.filter(({ of, ranking }) => ranking[0] === of.label),
    guesses,
  );
const decidedOf = (guesses: readonly Guess[]) => guesses.filter(({ chance }) => chance >= LEAST_CHANCE);

/** Guesses of held-out cases; everything is fitted on the others of `of`. */
function validate(of: readonly Case[], folds: readonly (readonly Case[])[], choose: (training: Case[]) => FitOptions) {
  return folds.flatMap((held) => {
    const training = of.filter((one) => !held.includes(one));
    const table = fitFamilyTable(training, published, choose(training));
    return held.map((one) => guess(one, readFamilyTable(table, one.families)));
  });
}

const commonest = (of: readonly Case[], folds: readonly (readonly Case[])[]) =>
  folds.flatMap((held) => {
    const training = of.filter((one) => !held.includes(one));
    const kinds = BUG_KINDS.map(({ label }) =>
      share(
        training.filter((one) => one.label === label),
        training,
      ),
    );
    return held.map((one) => guess(one, { kinds, right: 0 }));
  });

const groupsOf = (of: readonly Case[]) => [...new Set(of.map(({ repository }) => repository))].sort();
const leaveOneOut = (of: readonly Case[]) =>
  groupsOf(of).map((repository) => of.filter((one) => one.repository === repository));

/** The setting that is best within these repositories, by first and first two guesses together. */
function chooseInside(training: readonly Case[]): FitOptions {
  const scored = GRID.map((options) => {
    const guesses = validate(training, leaveOneOut(training), () => options);
    return { options, score: rightWithin(guesses, 1) + rightWithin(guesses, 2) };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).options;
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
function spread(samples: readonly number[]): string {
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  if (samples.length === 1) return percent(mean);
  return `${percent(mean)} (${(100 * Math.min(...samples)).toFixed(1)} to ${(100 * Math.max(...samples)).toFixed(1)})`;
}

function print(title: string, runs: readonly (readonly Guess[])[]): void {
  const decided = runs.map(decidedOf);
  const over = (figure: (guesses: readonly Guess[]) => number) => spread(runs.map(figure));
  console.log(
    `${title}: first label ${over(firstRight)}; first or second ${over((run) => rightWithin(run, 1))}; within two ${over((run) => rightWithin(run, 2))}; decided ${spread(decided.map((part) => share(part, cases)))}, of which right ${spread(decided.map((part) => rightWithin(part, 1)))}`,
  );
}

const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => createRng(seed).fork('folds'));
const byRepository = seeds.map((rng) =>
  dealGroups(cases, ({ repository }) => repository, rng.shuffle(groupsOf(cases)), FOLDS),
);
const byFunction = seeds.map((rng) =>
  dealGroups(cases, ({ id }) => id, rng.shuffle([...new Set(cases.map(({ id }) => id))].sort()), FOLDS),
);
const left = leaveOneOut(cases);
console.log(
  `${cases.length} failures of ${new Set(cases.map(({ id }) => id)).size} functions of ${left.length} repositories`,
);
print('commonest kinds, each repository left out', [commonest(cases, left)]);
const nothing = fitFamilyTable([], published, SHIPPED);
print('definitions and published frequencies, no failure seen', [
  cases.map((one) => guess(one, readFamilyTable(nothing, one.families))),
]);
const shipped = validate(cases, left, () => SHIPPED);
print('each repository left out', [shipped]);
print('each repository left out, chosen inside', [validate(cases, left, chooseInside)]);
print(
  'five folds of repositories',
  byRepository.map((folds) => validate(cases, folds, () => SHIPPED)),
);
print(
  'five folds of functions',
  byFunction.map((folds) => validate(cases, folds, () => SHIPPED)),
);
/**
 * Each repository left out, with its own least chance: the lowest at which the first guesses of the other repositories,
 * each left out in turn among them, are right in 60 %, where at least twenty are said.
 */
const chosen = left.flatMap((held) => {
  const training = cases.filter((one) => !held.includes(one));
  const inner = validate(training, leaveOneOut(training), () => SHIPPED);
  const chances = [...new Set(inner.map(({ chance }) => chance))].sort((a, b) => a - b);
  const least = chances.find((chance) => {
    const said = inner.filter((one) => one.chance >= chance);
    return said.length >= 20 && rightWithin(said, 1) >= 0.6;
  });
  const outer = shipped.filter(({ of }) => held.includes(of));
  return outer.filter(({ chance }) => least !== undefined && chance >= least);
});
console.log(
  `least chance chosen within the other repositories: decided ${percent(share(chosen, cases))} (${chosen.length}), of which right ${percent(rightWithin(chosen, 1))}`,
);
console.log('  least chance for a first kind to be said, coverage, right:');
for (const least of [0.4, 0.45, 0.5, 0.55, 0.6]) {
  const said = shipped.filter(({ chance }) => chance >= least);
  console.log(`  ${least}\t${percent(share(said, cases))}\t${percent(rightWithin(said, 1))} (${said.length})`);
}
for (const repository of ['kornia', 'vision', 'pytorch3d']) {
  const part = shipped.filter(({ of }) => of.repository === repository);
  console.log(
    `  ${repository} left out (${part.length}): ${percent(rightWithin(part, 1))}, within two ${percent(rightWithin(part, 2))}`,
  );
}

console.log('\nrecall by first label, each repository left out: label, n, first guess, within two');
for (const { label, name } of BUG_KINDS) {
  const own = shipped.filter(({ of }) => of.label === label);
  if (own.length === 0) continue;
  const within = (k: number) =>
    share(
      own.filter(({ ranking }) => ranking.slice(0, k).includes(label)),
      own,
    );
  console.log(`${label}\t${name}\t${own.length}\t${percent(within(1))}\t${percent(within(2))}`);
}

const table = fitFamilyTable(cases, published, SHIPPED);
console.log('\nthe table: family, failures, likeliest kinds, how often the first is right (from 0.5 on it is said)');
for (const [name, { kinds, right }] of Object.entries(table)) {
  const seen = cases.reduce(
    (sum, { families }) => sum + (families.find(({ family }) => family.name === name)?.share ?? 0),
    0,
  );
  const best = BUG_KINDS.map(({ label }, at) => ({ label, chance: kinds[at] ?? 0 }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, 3);
  console.log(
    `${name}\t${seen.toFixed(1)}\t${best.map(({ label, chance }) => `${label} ${chance.toFixed(2)}`).join(', ')}\t${right.toFixed(2)}`,
  );
}
if (values.write) {
  const round = (value: number) => Math.round(10_000 * value) / 10_000;
  const rows = Object.entries(table).map(
    ([name, { kinds, right }]) =>
      `    ${JSON.stringify(name)}: { "right": ${round(right)}, "kinds": [${kinds.map(round).join(', ')}] }`,
  );
  const head = {
    source: 'bench/fit-bug-classifier.ts over the labelled failures and the published table 6 of DL-Bench',
    failures: cases.length,
    ...SHIPPED,
  };
  const file = join(packageRoot(), 'data', 'taxonomy', 'bug-classifier.json');
  writeFileSync(
    file,
    `${JSON.stringify(head, null, 2).replace(/\n}$/, '')},\n  "families": {\n${rows.join(',\n')}\n  }\n}\n`,
  );
  console.log(`\nwritten: ${file}`);
}
