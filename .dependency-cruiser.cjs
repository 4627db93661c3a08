/** DESIGN's import rules: who may know whom. */
const places = ['pipeline', 'datasets', 'prompting', 'model', 'sandbox', 'store', 'reporters'];
const path = (place) => `^src/${place}/`;
const mutators = '^mutators/';
const agreement = '^agreement/';
const mayUsePythonSource = ['pipeline', 'datasets', 'sandbox'];

const onlyCore = places.map((place) => ({
  name: `${place}-knows-only-core`,
  severity: 'error',
  from: { path: path(place) },
  to: {
    path: [
      ...places.filter((other) => other !== place).map(path),
      mutators,
      agreement,
      '^src/cli/',
      '^src/index.ts',
    ].concat(mayUsePythonSource.includes(place) ? [] : ['^src/python-source/']),
  },
}));

const thirdParty = [
  ['openai', '^src/model/openai-model\\.ts$'],
  ['node-llama-cpp', '^src/model/gguf-model\\.ts$'],
  ['dockerode', '^src/sandbox/docker-'],
  ['pyodide', '^src/sandbox/(wasm-|wasm/)'],
  ['tree-sitter', '^src/python-source/'],
  ['tree-sitter-python', '^src/python-source/'],
  ['compromise', '^mutators/parsers/'],
  ['@pydantic/genai-prices', '^src/model/known-prices\\.ts$'],
  ['listr2', '^src/reporters/list-progress\\.ts$'],
].map(([name, home]) => ({
  name: `${name}-behind-one-place`,
  severity: 'error',
  from: { path: '^(src|mutators|agreement)/', pathNot: home },
  to: { path: `node_modules/${name}/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'core-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: ['^src/(?!core/)', mutators, agreement] },
    },
    {
      name: 'python-source-knows-only-core',
      severity: 'error',
      from: { path: '^src/python-source/' },
      to: { path: ['^src/(?!core/|python-source/)', mutators, agreement] },
    },
    {
      name: 'taxonomy-knows-core-and-python-source',
      severity: 'error',
      from: { path: '^src/taxonomy/' },
      to: { path: ['^src/(?!core/|python-source/|taxonomy/)', mutators, agreement] },
    },
    {
      name: 'profile-knows-core-and-python-source',
      severity: 'error',
      from: { path: '^src/profile/' },
      to: { path: ['^src/(?!core/|python-source/|profile/)', mutators, agreement] },
    },
    {
      name: 'mutators-know-core-and-python-source',
      severity: 'error',
      from: { path: mutators },
      to: { path: ['^src/(?!core/|python-source/)', agreement] },
    },
    {
      name: 'agreement-knows-only-core',
      severity: 'error',
      from: { path: agreement },
      to: { path: ['^src/(?!core/)', mutators] },
    },
    ...onlyCore,
    {
      name: 'stages-never-import-stages',
      severity: 'error',
      from: { path: '^src/pipeline/[1-8]-' },
      to: { path: '^src/pipeline/[1-8]-' },
    },
    {
      name: 'oracle-out-of-reach',
      comment: 'The official tests: only adapters, the command line, the run loop and stage 7 may know them.',
      severity: 'error',
      from: {
        path: '^(src|mutators|agreement)/',
        pathNot: [
          '^src/core/dataset\\.ts$',
          '^src/datasets/',
          '^src/cli/',
          '^src/index\\.ts$',
          '^src/pipeline/run-study\\.ts$',
          '^src/pipeline/7-',
          '^src/pipeline/settle-oracle\\.ts$',
        ],
      },
      to: { path: ['^src/core/oracle\\.ts$', '^src/core/dataset\\.ts$'] },
    },
    {
      name: 'product-never-imports-tests',
      severity: 'error',
      from: { path: '^(src|mutators|agreement)/' },
      to: { path: ['^test/', '^bench/'] },
    },
    ...thirdParty,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
