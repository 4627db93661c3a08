/** Who may know whom, from the command line down: cli -> app -> stages and plugins -> analysis -> statistics -> core (docs/architecture.md). */
const mutators = '^mutators/';
const agreement = '^agreement/';

/** What each room may import beside itself; what is not listed is out of its reach. */
const rooms = {
  core: [],
  records: ['core'],
  statistics: ['core'],
  analysis: ['core', 'records', 'statistics'],
  'python-source': ['core'],
  model: ['core'],
  store: ['core', 'records'],
  prompting: ['core'],
  sandbox: ['core', 'python-source'],
  datasets: ['core', 'python-source'],
  profile: ['core', 'statistics', 'python-source'],
  taxonomy: ['core', 'statistics', 'python-source'],
  reporters: ['core', 'records', 'statistics', 'analysis'],
  pipeline: ['core', 'records', 'statistics', 'analysis', 'python-source'],
  view: ['core', 'records', 'reporters', 'store'],
  labels: ['core', 'statistics', 'reporters'],
  collect: ['core', 'python-source'],
  serve: ['core'],
  queue: ['core'],
  supervision: ['core'],
};

/** Where things lie on this machine, and what runs there. Rules and mutators know the first alone, for the tables of data/. */
const machine = ['package-root', 'cache-folder', 'lies-in', 'living-process'];

const roomRules = Object.entries(rooms).map(([room, known]) => ({
  name: `${room}-knows-${known.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    path: ['^src/', mutators, agreement],
    pathNot: [room, ...known]
      .map((name) => `^src/${name}/`)
      .concat(room === 'core' || room === 'statistics' ? [] : machine.map((name) => `^src/${name}\\.ts$`)),
  },
}));

/** Files of one kind that never know each other: each is added and taken away by itself. */
const plugins = [
  '^src/datasets/formats/[^/]+-format\\.ts$',
  '^src/sandbox/.+/(bubblewrap|docker|process|wasm)-sandbox\\.ts$',
  '^src/reporters/[^/]+-reporter\\.ts$',
  '^src/prompting/[^/]+-prompting\\.ts$',
  '^agreement/(?!fusion)[^/]+-scorer\\.ts$', // fusion is made of three others
  '^mutators/.+-mutator\\.ts$',
].map((path) => ({
  name: `no-plugin-knows-another: ${path}`,
  severity: 'error',
  from: { path },
  to: { path },
}));

const thirdParty = [
  ['openai', '^src/model/(endpoint|openai-)'],
  ['node-llama-cpp', '^src/model/gguf-model\\.ts$'],
  ['dockerode', '^src/sandbox/(docker|images|repositories)/docker-'],
  ['pyodide', '^src/sandbox/wasm/'],
  ['tree-sitter', '^src/python-source/syntax/'],
  ['tree-sitter-python', '^src/python-source/syntax/'],
  ['compromise', '^mutators/parsers/part-of-speech\\.ts$'],
  ['commander', '^src/cli/'],
  ['@pydantic/genai-prices', '^src/model/known-prices\\.ts$'],
  ['fastify', '^src/serve/http-server\\.ts$'],
  ['@modelcontextprotocol/sdk', '^src/serve/(tool-server|line-transport)\\.ts$'],
  ['ioredis', '^src/queue/'],
].map(([name, home]) => ({
  name: `${name}-behind-one-place`,
  severity: 'error',
  from: { path: '^(src|mutators|agreement)/', pathNot: home },
  to: { path: `node_modules/${name}/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...roomRules,
    {
      name: 'mutators-know-core-and-python-source',
      severity: 'error',
      from: { path: mutators },
      to: { path: ['^src/(?!core/|python-source/|package-root\\.ts$)', agreement] },
    },
    {
      name: 'agreement-knows-core-and-statistics',
      severity: 'error',
      from: { path: agreement },
      to: { path: ['^src/(?!core/|statistics/|package-root\\.ts$)', mutators] },
    },
    {
      name: 'app-knows-no-command-line',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: ['^src/cli/', '^src/index\\.ts$'] },
    },
    {
      name: 'command-line-calls-the-application-alone',
      comment: 'Flags in, printing out: beside the uses of the program, only errors and what writes figures.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: ['^src/', mutators, agreement],
        pathNot: ['^src/(cli|app|core|reporters|supervision)/', '^src/package-root\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...plugins,
    {
      name: 'stages-never-import-stages',
      severity: 'error',
      from: { path: '^src/pipeline/([1-8])-' },
      to: { path: '^src/pipeline/[1-8]-', pathNot: '^src/pipeline/$1-' },
    },
    {
      name: 'oracle-out-of-reach',
      comment: 'The official tests: only adapters, what assembles a run, the run loop and stage 7 may know them.',
      severity: 'error',
      from: {
        path: '^(src|mutators|agreement)/',
        pathNot: [
          '^src/datasets/dataset-format\\.ts$',
          '^src/datasets/(formats|reading|renaming)/',
          '^src/datasets/(index|read-dataset|require-official-tests)\\.ts$',
          '^src/pipeline/run-pipeline\\.ts$',
          '^src/pipeline/7-evaluate/',
        ],
      },
      to: { path: ['^src/core/oracle\\.ts$', '^src/datasets/dataset-format\\.ts$'] },
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
