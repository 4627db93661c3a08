import { availableParallelism } from 'node:os';
import pc from 'picocolors';
import { SandboxError } from '../core/errors.ts';
import type { Sandbox, SandboxOptions, SandboxPlugin } from '../core/sandbox.ts';
import { runCanary } from '../sandbox/canary.ts';
import { type ChosenSandbox, chooseSandbox, sandboxes } from '../sandbox/index.ts';
import type { Io } from './io.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  /** Which one, and why, for people and the manifest. */
  readonly description: string;
  readonly workers: number;
}

/** What flags and config say of the sandbox. */
export interface SandboxChoice {
  readonly sandbox: string;
  readonly jobs?: number | undefined;
  /** Interpreter of the sandboxes that use the host's. */
  readonly python?: string | undefined;
  /** Image of the sandboxes that run in containers. */
  readonly image?: string | undefined;
}

/**
 * Chooses and starts a sandbox, and lets the canary pass through it; says on stderr what was chosen and why.
 *
 * @throws ConfigError, SandboxError
 */
export async function openSandbox(
  { sandbox: name, jobs, python, image }: SandboxChoice,
  { stderr, signal }: Pick<Io, 'stderr' | 'signal'>,
): Promise<OpenedSandbox> {
  const workers = jobs ?? availableParallelism();
  const { plugin, reason, sandbox } = await startSandbox(
    name,
    { jobs: workers, ...(python ? { python } : {}), ...(image ? { image } : {}) },
    stderr,
  );
  if (!plugin.isolates) {
    stderr(
      pc.red(
        `WARNING: the ${plugin.name} sandbox isolates nothing; generated programs can read and delete your files.\n`,
      ),
    );
  }
  try {
    await runCanary(sandbox, signal);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return { sandbox, description: reason, workers };
}

/** With `auto`, one that looked right but does not start gives way to the next. */
async function startSandbox(
  name: string,
  options: SandboxOptions,
  stderr: Io['stderr'],
  plugins: readonly SandboxPlugin[] = sandboxes,
): Promise<ChosenSandbox & { readonly sandbox: Sandbox }> {
  const chosen = await chooseSandbox(name, plugins);
  stderr(`sandbox ${chosen.reason}\n`);
  try {
    return { ...chosen, sandbox: await chosen.plugin.open(options) };
  } catch (error) {
    if (name !== 'auto' || !(error instanceof SandboxError)) throw error;
    stderr(`sandbox ${chosen.plugin.name} does not start: ${error.message}\n`);
    return startSandbox(
      name,
      options,
      stderr,
      plugins.filter((plugin) => plugin !== chosen.plugin),
    );
  }
}
