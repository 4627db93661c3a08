import { collectSettings } from '../../app/settings/verb-settings.ts';
import { table } from '../../reporters/columns.ts';
import { useVerb } from '../verb.ts';

export const collectVerb = useVerb({
  name: 'collect',
  summary: "Make tasks from a repository's functions and tests",
  settings: collectSettings,
  examples: [
    'mutagree collect more_itertools-10.5.0.tar.gz -o collected --verify --python venv/bin/python',
    'mutagree collect . -o collected --subject deep-learning --least-tests 3',
  ],
  use: async () => (await import('../../app/collect-tasks.ts')).collectTasks,
  text: ({ funnel, files, tests, links, tasks }, { out, verify }) =>
    [
      `${files} files, ${tests} tests, ${links} links from tests to functions\n`,
      table([['step', 'functions'], ...funnel.map(({ step, functions }) => [step, String(functions)])]),
      `${out}: ${tasks} tasks`,
      verify ? '' : 'No test was run: add --verify before the tasks are used.\n',
    ].join('\n'),
});
