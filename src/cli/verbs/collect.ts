import { collectSettings } from '../../app/settings/verb-settings.ts';
import { table } from '../../reporters/columns.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

export const collectVerb = verb({
  name: 'collect',
  summary: "Make tasks of a repository's functions and its tests",
  settings: collectSettings,
  examples: [
    'mutagree collect more_itertools-10.5.0.tar.gz -o collected --verify --python venv/bin/python',
    'mutagree collect . -o collected --subject deep-learning --least-tests 3',
  ],
  act: async ({ json, ...settings }, io) => {
    const { collectTasks } = await import('../../app/collect-tasks.ts');
    const outcome = await collectTasks(settings, io.use);
    printResult(io, json, outcome, () => {
      const { funnel, files, tests, links, tasks } = outcome;
      const rows = funnel.map(({ step, functions }) => [step, String(functions)]);
      return [
        `${files} files, ${tests} tests, ${links} links from tests to functions\n`,
        table([['step', 'functions'], ...rows]),
        `${settings.out}: ${tasks} tasks`,
        settings.verify ? '' : 'No test was run: add --verify before the tasks are used.\n',
      ].join('\n');
    });
  },
});
