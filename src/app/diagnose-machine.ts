import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError, MutagreeError } from '../core/errors.ts';
import type { SandboxPlugin } from '../core/sandbox.ts';
import { sandboxes } from '../sandbox/index.ts';
import { runCanary } from '../sandbox/pool/canary.ts';
import { platformSupport } from './diagnosis/platform-support.ts';
import { endpointUrl } from './settings/endpoint-url.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

/** One thing that a run needs, or may use. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly mend: string | null;
}

function system(): Finding {
  const { isTested, detail } = platformSupport(process.platform);
  const mend = isTested ? null : 'What the sandboxes below say was tried on this machine just now; trust that.';
  return { name: 'system', ok: true, detail, mend };
}

async function python(): Promise<Finding> {
  try {
    const { stdout, stderr } = await promisify(execFile)('python3', ['--version']);
    return { name: 'python3', ok: true, detail: (stdout || stderr).trim(), mend: null };
  } catch {
    return {
      name: 'python3',
      ok: false,
      detail: 'not found',
      mend: 'Only bubblewrap and process need it: install Python 3.8 or later, or use the sandbox wasm.',
    };
  }
}

/** A real probe: the sandbox is started and has to give the right verdicts on a pass, a fail, a time-out and a memory hog. */
async function sandboxFinding(plugin: SandboxPlugin, signal: AbortSignal): Promise<Finding> {
  const name = `sandbox ${plugin.name}`;
  const probe = await plugin.probe();
  if (!probe.available) return { name, ok: false, detail: probe.detail, mend: probe.mend };
  const started = performance.now();
  try {
    const sandbox = await plugin.open({ jobs: 1 });
    try {
      await runCanary(sandbox, signal);
    } finally {
      await sandbox.close();
    }
    const warning = plugin.isolates ? '' : '; isolates nothing, use it for trusted programs only';
    return {
      name,
      ok: true,
      detail: `${probe.detail}; canary right in ${Math.round(performance.now() - started)} ms${warning}`,
      mend: null,
    };
  } catch (error) {
    const mend = error instanceof MutagreeError ? error.mend : undefined;
    return {
      name,
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
      mend: mend ?? 'Use another sandbox.',
    };
  }
}

async function disk(): Promise<Finding> {
  const name = 'disk';
  try {
    const probe = await mkdtemp(join(process.cwd(), '.mutagree-doctor-'));
    await writeFile(join(probe, 'x'), 'x').finally(() => rm(probe, { recursive: true, force: true }));
    const { bavail, bsize } = await statfs(process.cwd());
    const freeGib = (bavail * bsize) / 1024 ** 3;
    return {
      name,
      ok: freeGib > 0.5,
      detail: `${freeGib.toFixed(1)} GiB free here, writable`,
      mend: freeGib > 0.5 ? null : 'Free some space, or write to another disk.',
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      name,
      ok: false,
      detail: `this folder cannot be written (${code})`,
      mend: 'Run from a writable folder, or write to another one.',
    };
  }
}

/** The address to try; a finding where none can be read. */
function address(baseUrl: string | undefined, env: Surroundings['env']): string | undefined | Finding {
  try {
    return endpointUrl({ baseUrl }, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { name: 'model endpoint', ok: false, detail: error.message, mend: error.mend ?? null };
  }
}

async function endpoint(given: string | undefined, env: Surroundings['env']): Promise<Finding> {
  const name = 'model endpoint';
  const baseUrl = address(given, env);
  if (typeof baseUrl === 'object') return baseUrl;
  const key = env['OPENAI_API_KEY'];
  if (!baseUrl) {
    return key
      ? { name, ok: true, detail: 'OPENAI_API_KEY is set (not tried; name an endpoint to try it)', mend: null }
      : {
          name,
          ok: false,
          detail: 'OPENAI_API_KEY is not set',
          mend: 'Set it, or name a local server as the endpoint (Ollama, llama.cpp, vLLM); "npm run demo" needs neither.',
        };
  }
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok)
      return {
        name,
        ok: false,
        detail: `${baseUrl} answered ${response.status}`,
        mend: response.status === 401 ? 'Set OPENAI_API_KEY to a valid key.' : 'Check the URL; it usually ends in /v1.',
      };
    const body = (await response.json()) as { data?: readonly { id?: string }[] };
    const ids = (body.data ?? []).flatMap(({ id }) => id ?? []);
    return {
      name,
      ok: true,
      detail: `${baseUrl} serves ${ids.length} models${ids.length > 0 ? `, such as ${ids.slice(0, 3).join(', ')}` : ''}`,
      mend: null,
    };
  } catch {
    return {
      name,
      ok: false,
      detail: `${baseUrl} cannot be reached`,
      mend: 'Start the server, or correct its address.',
    };
  }
}

/** What works here. */
export interface Diagnosis {
  /** Such as `22.11.0`. */
  readonly node: string;
  /** Whether a run could start: an isolating sandbox works and the disk is writable. */
  readonly ready: boolean;
  readonly findings: readonly Finding[];
}

/** Tries what runs need on this machine: Python, every sandbox, the model endpoint, the disk. */
export async function diagnose(
  { baseUrl }: { readonly baseUrl?: string | undefined } = {},
  options: UseOptions = {},
): Promise<Diagnosis> {
  return inUse(options, async ({ env, signal }) => {
    const findings = [system(), await python()];
    for (const plugin of sandboxes) findings.push(await sandboxFinding(plugin, signal));
    findings.push(await endpoint(baseUrl, env), await disk());
    const isolating = (sandboxes as readonly SandboxPlugin[])
      .filter(({ isolates }) => isolates)
      .map(({ name }) => `sandbox ${name}`);
    const ready =
      findings.some(({ name, ok }) => ok && isolating.includes(name)) &&
      findings.some(({ name, ok }) => name === 'disk' && ok);
    return { node: process.versions.node, ready, findings };
  });
}
