import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { printResult, untilStopped } from '../io.ts';
import { verb } from '../verb.ts';

const PORT = 4173;

export const viewVerb = verb({
  name: 'view',
  summary: "Show runs in this machine's browser, live",
  settings: {
    dir: setting(z.string().default('runs'), 'Folder with run directories', { argument: true }),
    port: setting(z.int().min(0).default(PORT), 'Port on 127.0.0.1; 0 takes a free one', 'n'),
  },
  examples: ['mutagree view', 'mutagree view reports/published --port 0 --json'],
  act: async ({ dir = 'runs', port = PORT, json }, io) => {
    const { viewRuns } = await import('../../app/view-runs.ts');
    const { url, directory, close } = await viewRuns(dir, { port, ...io.use });
    try {
      printResult(io, json, { url, directory }, () => `Runs in ${directory}: ${url}\nCtrl-C ends it.\n`);
      await untilStopped(io);
    } finally {
      await close();
    }
  },
});
