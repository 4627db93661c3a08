import { availableParallelism } from 'node:os';
import pc from 'picocolors';
import type { Sandbox } from '../core/sandbox.ts';
import { runCanary } from '../sandbox/canary.ts';
import { chooseSandbox } from '../sandbox/index.ts';
import type { Io } from './io.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  /** Which one, and why, for people and the manifest. */
  readonly description: string;
  readonly workers: number;
}

/**
 * Chooses and starts a sandbox, and lets the canary pass through it; says on stderr what was chosen and why.
 *
 * @throws ConfigError, SandboxError
 */
export async function openSandbox(
  { sandbox: name, jobs }: { readonly sandbox: string; readonly jobs?: number | undefined },
  { stderr, signal }: Pick<Io, 'stderr' | 'signal'>,
): Promise<OpenedSandbox> {
  const workers = jobs ?? availableParallelism();
  const { plugin, reason } = await chooseSandbox(name);
  stderr(`sandbox ${reason}\n`);
  if (!plugin.isolates) {
    stderr(
      pc.red(
        `WARNING: the ${plugin.name} sandbox isolates nothing; generated programs can read and delete your files.\n`,
      ),
    );
  }
  const sandbox = await plugin.open({ jobs: workers });
  try {
    await runCanary(sandbox, signal);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return { sandbox, description: reason, workers };
}
