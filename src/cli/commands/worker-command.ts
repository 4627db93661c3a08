import type { Command } from 'commander';
import type { WorkerSettings } from '../../app/run-worker.ts';
import { pick } from '../../app/settings/config.ts';
import type { CommandContext } from '../command-context.ts';
import { collected, examples, jsonOption, wholeNumber } from '../options.ts';
import { addSettings } from '../setting-options.ts';

export function addWorkerCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('worker')
    .description('execute programs, and ask models, for runs on other machines, from a queue in Redis')
    .requiredOption('--queue <url>', 'such as redis://127.0.0.1:6379, or rediss:// with TLS')
    .option('--sandbox <name>', 'auto, docker, bubblewrap or wasm (see "mutagree doctor"); none: asks models alone')
    .option('--dataset <name|file>', 'judges these tasks, in the images that they need (tasks of repositories)')
    .option('--model <id>', 'model that it asks for runs with --queue-models; once for each', collected)
    .option('--calls <n>', 'calls at once, of each model (4)', wholeNumber(1))
    .option('--lock-seconds <n>', 'seconds without a word after which others get its jobs (15)', wholeNumber(2))
    .option('--metrics-port <n>', 'port for Prometheus; 0 takes a free one (none by default)', wholeNumber(0))
    .option('--metrics-host <name>', 'address for Prometheus (127.0.0.1)')
    .addOption(jsonOption());
  addSettings(command, pick('baseUrl', 'jobs', 'python', 'image', 'requestTimeoutMs'))
    .addHelpText(
      'after',
      `
Needs the package ioredis (npm install ioredis@5), and for metrics prom-client@15. MUTAGREE_QUEUE_SECRET is
the secret that it shares with the runs: at least 16 characters. MUTAGREE_QUEUE_USER and MUTAGREE_QUEUE_PASSWORD let it
into Redis.
`,
    )
    .addHelpText(
      'after',
      examples(
        'mutagree worker --queue redis://127.0.0.1:6379',
        'mutagree worker --queue rediss://redis.example.org:6379 --sandbox docker --jobs 8 --metrics-port 9464',
        'mutagree worker --queue redis://127.0.0.1:6379 --sandbox none --model gpt-4o-mini --calls 16',
      ),
    )
    .action(async (flags: WorkerSettings & { readonly json?: true }) => {
      const { workerScreen } = await import('../screens/worker-screen.ts');
      setExitCode(await workerScreen(flags, io));
    });
}
