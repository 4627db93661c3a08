import { workerSettings } from '../../app/settings/verb-settings.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

export const workerVerb = verb({
  name: 'worker',
  summary: 'Execute programs for runs elsewhere',
  settings: workerSettings,
  notes: `MUTAGREE_QUEUE_SECRET is the secret that it shares with the runs: at least 16 characters. MUTAGREE_QUEUE_USER and
MUTAGREE_QUEUE_PASSWORD let it into Redis.`,
  examples: [
    'mutagree worker --queue redis://127.0.0.1:6379',
    'mutagree worker --queue rediss://redis.example.org:6379 --sandbox docker --jobs 8',
  ],
  act: async ({ json, ...settings }, io) => {
    const { runWorker } = await import('../../app/run-worker.ts');
    const worker = await runWorker(settings, io.use);
    try {
      const { id, kind, abilities } = worker;
      const { sandbox, python, image, version, runner } = abilities;
      const document = { worker: id, kind, sandbox, python, image, version, runner };
      printResult(io, json, document, () => `worker ${id} (${kind})\nCtrl-C ends it.\n`);
      await worker.ended;
    } finally {
      await worker.close();
      const { done, failed, refused, rows, cells } = worker.counts;
      io.stderr(`${done} jobs done (${rows} programs, ${cells} cells), ${failed} failed, ${refused} refused\n`);
    }
  },
});
