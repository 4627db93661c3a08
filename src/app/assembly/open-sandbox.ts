import { availableParallelism } from 'node:os';
import { SandboxError } from '../../core/errors.ts';
import type { Sandbox, SandboxPlugin } from '../../core/sandbox.ts';
import { chooseSandbox, sandboxes } from '../../sandbox/index.ts';
import { runCanary } from '../../sandbox/pool/canary.ts';
import type { Context } from '../context.ts';
import type { SandboxSettings } from '../settings/config.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  /** Which one, and why, for people and the manifest. */
  readonly description: string;
  readonly workers: number;
  /** The parts of the choice that affect verdicts, apart from the sandbox's name. */
  readonly conditions: Readonly<Record<string, unknown>>;
}

/**
 * Chooses and starts a sandbox, and runs the canary in it. With `auto`, one that looked right but does not start gives
 * way to the next.
 */
export async function openSandbox(
  { sandbox: name = 'auto', jobs: workers = availableParallelism(), python, image }: SandboxSettings,
  { progress, warn, signal }: Pick<Context, 'progress' | 'warn' | 'signal'>,
): Promise<OpenedSandbox> {
  let plugins: readonly SandboxPlugin[] = sandboxes;
  // Naming an interpreter means wanting its packages: another sandbox would silently lack them.
  if (name === 'auto' && python) plugins = plugins.filter(({ usesHostPython }) => usesHostPython);
  for (;;) {
    const { plugin, reason } = await chooseSandbox(name, plugins);
    progress.note(`sandbox ${reason}`);
    const options = { jobs: workers, ...(python ? { python } : {}), ...(image ? { image } : {}) };
    const sandbox = await plugin.open(options).catch((error: unknown) => {
      if (name !== 'auto' || python !== undefined || !(error instanceof SandboxError)) throw error;
      progress.note(`sandbox ${plugin.name} does not start: ${error.message}`);
      return null;
    });
    plugins = plugins.filter((each) => each !== plugin);
    if (sandbox === null) continue;
    if (!plugin.isolates) {
      warn(`the ${plugin.name} sandbox isolates nothing; generated programs can read and delete your files.`);
    }
    try {
      await runCanary(sandbox, signal);
    } catch (error) {
      await sandbox.close();
      throw error;
    }
    return { sandbox, description: reason, workers, conditions: { python: python ?? null, image: image ?? null } };
  }
}

/** A sandbox that starts at the first need and serves every later one; a start that failed is tried again. */
export interface SharedSandbox {
  /** @throws SandboxError, ConfigError */
  open(use: Context): Promise<Sandbox>;
  close(): Promise<void>;
}

export function sharedSandbox(settings: SandboxSettings): SharedSandbox {
  let opened: Promise<Sandbox> | null = null;
  return {
    open: (use) => {
      opened ??= openSandbox(settings, use).then(({ sandbox }) => sandbox);
      opened.catch(() => {
        opened = null;
      });
      return opened;
    },
    close: async () => {
      const sandbox = await opened?.catch(() => null);
      await sandbox?.close();
    },
  };
}
