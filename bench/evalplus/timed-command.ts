import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Timed {
  readonly wallSeconds: number;
  /** Of the command and everything below it; null where this system has no CPU accounting that we may use. */
  readonly cpuSeconds: number | null;
  readonly stdout: string;
}

const ACCOUNTS = '/sys/fs/cgroup/cpuacct';

/** A control group of version 1 counts processes that were killed with their sandbox as well; `time` does not. */
function openAccount(): { readonly folder: string; readonly seconds: () => number } | null {
  const folder = join(ACCOUNTS, `mutagree-bench-${process.pid}-${Date.now()}`);
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  return { folder, seconds: () => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e9 };
}

/** Runs one command by itself. @throws Error with what it wrote where it fails */
export async function timedCommand(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<Timed> {
  const account = openAccount();
  const started = performance.now();
  // The shell enters the group first, so that nothing of the command stays outside.
  const child = spawn(
    'sh',
    ['-c', `${account ? `echo $$ > ${account.folder}/cgroup.procs; ` : ''}exec "$@"`, 'sh', ...argv],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => {
    stdout += part.toString('utf8');
  });
  child.stderr.on('data', (part: Buffer) => {
    stderr = (stderr + part.toString('utf8')).slice(-4000);
  });
  await once(child, 'close');
  const wallSeconds = (performance.now() - started) / 1000;
  const cpuSeconds = account?.seconds() ?? null;
  if (account) {
    try {
      rmdirSync(account.folder);
    } catch {
      writeFileSync(2, `${account.folder} is still in use\n`);
    }
  }
  if (child.exitCode !== 0) throw new Error(`${argv.join(' ')}\n${stdout}\n${stderr}`);
  return { wallSeconds, cpuSeconds, stdout };
}
