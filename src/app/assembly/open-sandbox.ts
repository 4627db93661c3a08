import { availableParallelism } from 'node:os';
import { SandboxError } from '../../core/errors.ts';
import type { Sandbox, SandboxOptions, SandboxPlugin } from '../../core/sandbox.ts';
import { type ChosenSandbox, chooseSandbox, sandboxes } from '../../sandbox/index.ts';
import { runCanary } from '../../sandbox/pool/canary.ts';
import type { Context } from '../context.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  /** Which one, and why, for people and the manifest. */
  readonly description: string;
  readonly workers: number;
  /** The parts of the choice that affect verdicts, apart from the sandbox's name. */
  readonly conditions: Readonly<Record<string, unknown>>;
}

/** Settings of the sandbox from flags and config. */
export interface SandboxChoice {
  readonly sandbox: string;
  readonly jobs?: number | undefined;
  /** Interpreter of the sandboxes that use the host's. */
  readonly python?: string | undefined;
  /** Image of the sandboxes that run in containers. */
  readonly image?: string | undefined;
  /** Redis whose workers execute. */
  readonly queue?: string | undefined;
}

/** Chooses and starts a sandbox, and runs the canary in it; reports the choice and its reason on stderr. */
export async function openSandbox(
  { sandbox: name, jobs, python, image }: SandboxChoice,
  { progress, warn, signal }: Pick<Context, 'progress' | 'warn' | 'signal'>,
): Promise<OpenedSandbox> {
  const workers = jobs ?? availableParallelism();
  const { plugin, reason, sandbox } = await startSandbox(
    name,
    { jobs: workers, ...(python ? { python } : {}), ...(image ? { image } : {}) },
    progress,
    // Naming an interpreter means wanting its packages: another sandbox would silently lack them.
    name === 'auto' && python ? sandboxes.filter(({ usesHostPython }: SandboxPlugin) => usesHostPython) : sandboxes,
  );
  if (!plugin.isolates) {
    warn(`the ${plugin.name} sandbox isolates nothing; generated programs can read and delete your files.`);
  }
  try {
    await runCanary(sandbox, signal);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  const conditions = { python: python ?? null, image: image ?? null };
  return { sandbox, description: reason, workers, conditions };
}

/** With `auto`, one that looked right but does not start gives way to the next. */
async function startSandbox(
  name: string,
  options: SandboxOptions,
  progress: Context['progress'],
  plugins: readonly SandboxPlugin[],
): Promise<ChosenSandbox & { readonly sandbox: Sandbox }> {
  const chosen = await chooseSandbox(name, plugins);
  progress.note(`sandbox ${chosen.reason}`);
  try {
    return { ...chosen, sandbox: await chosen.plugin.open(options) };
  } catch (error) {
    if (name !== 'auto' || options.python !== undefined || !(error instanceof SandboxError)) throw error;
    progress.note(`sandbox ${chosen.plugin.name} does not start: ${error.message}`);
    return startSandbox(
      name,
      options,
      progress,
      plugins.filter((plugin) => plugin !== chosen.plugin),
    );
  }
}
