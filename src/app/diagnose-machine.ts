import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError, MutagreeError } from '../core/errors.ts';
import type { SandboxPlugin } from '../core/sandbox.ts';
import { sandboxes } from '../sandbox/index.ts';
import { runCanary } from '../sandbox/pool/canary.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import { endpointUrl } from './settings/prices.ts';

const missing = (name: string, detail: string, hint: string | null) => ({ name, ok: false, detail, hint });
const found = (name: string, detail: string): Finding => ({ ...missing(name, detail, null), ok: true });

/** One thing that a run needs, or may use. */
export type Finding = Readonly<ReturnType<typeof missing>>;

const UNTESTED = 'not tested by us: written by the documentation of Node and Docker';
const WASM_CPU = 'without /proc, CPU time of wasm programs is what they and the clock say';
const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux: supported, the whole test suite runs on it',
  darwin: `macOS: sandboxes wasm and docker, ${UNTESTED}; ${WASM_CPU}`,
  win32: `Windows: sandboxes wasm and docker (or all of them inside WSL), ${UNTESTED}; ${WASM_CPU}; Ctrl-C and Ctrl-Break interrupt`,
};

/** How well a system is supported; the whole test suite runs on Linux alone. */
export function systemFinding(platform: NodeJS.Platform): Finding {
  const detail = SYSTEMS[platform] ?? `${platform}: sandbox wasm may work, untested`;
  const hint = 'What the sandboxes below say was tried on this machine just now; trust that.';
  return { ...found('system', detail), hint: platform === 'linux' ? null : hint };
}

async function python(): Promise<Finding> {
  try {
    const { stdout, stderr } = await promisify(execFile)('python3', ['--version']);
    return found('python3', (stdout || stderr).trim());
  } catch {
    const hint = 'Only bubblewrap and process need it: install Python 3.8 or later, or use the sandbox wasm.';
    return missing('python3', 'not found', hint);
  }
}

/** A real probe: the sandbox starts and must give the right verdicts on a pass, a fail, a time-out and a memory hog. */
async function sandboxFinding(plugin: SandboxPlugin, signal: AbortSignal): Promise<Finding> {
  const name = `sandbox ${plugin.name}`;
  const probe = await plugin.probe();
  if (!probe.available) return missing(name, probe.detail, probe.hint);
  const started = performance.now();
  try {
    const sandbox = await plugin.open({ jobs: 1 });
    await runCanary(sandbox, signal).finally(() => sandbox.close());
    const warning = plugin.isolates ? '' : '; isolates nothing, use it for trusted programs only';
    return found(name, `${probe.detail}; canary right in ${Math.round(performance.now() - started)} ms${warning}`);
  } catch (error) {
    const hint = error instanceof MutagreeError ? error.hint : undefined;
    return missing(name, error instanceof Error ? error.message : String(error), hint ?? 'Use another sandbox.');
  }
}

async function disk(): Promise<Finding> {
  try {
    const probe = await mkdtemp(join(process.cwd(), '.mutagree-doctor-'));
    await writeFile(join(probe, 'x'), 'x').finally(() => rm(probe, { recursive: true, force: true }));
    const { bavail, bsize } = await statfs(process.cwd());
    const freeGib = (bavail * bsize) / 1024 ** 3;
    const detail = `${freeGib.toFixed(1)} GiB free here, writable`;
    return freeGib > 0.5
      ? found('disk', detail)
      : missing('disk', detail, 'Free some space, or write to another disk.');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hint = 'Run from a writable folder, or write to another one.';
    return missing('disk', `this folder cannot be written (${code})`, hint);
  }
}

async function endpoint(given: string | undefined, env: Context['env']): Promise<Finding> {
  const name = 'model endpoint';
  const key = env['OPENAI_API_KEY'];
  let baseUrl: string | undefined;
  try {
    baseUrl = endpointUrl({ baseUrl: given }, env);
  } catch (error) {
    if (error instanceof ConfigError) return missing(name, error.message, error.hint ?? null);
    throw error;
  }
  if (!baseUrl) {
    if (key) return found(name, 'OPENAI_API_KEY is set (not tried; name an endpoint to try it)');
    const hint =
      'Set it, or name a local server as the endpoint (Ollama, llama.cpp, vLLM); "npm run demo" needs neither.';
    return missing(name, 'OPENAI_API_KEY is not set', hint);
  }
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) {
      const isKey = response.status === 401;
      const hint = isKey ? 'Set OPENAI_API_KEY to a valid key.' : 'Check the URL; it usually ends in /v1.';
      return missing(name, `${baseUrl} answered ${response.status}`, hint);
    }
    const body = (await response.json()) as { data?: readonly { id?: string }[] };
    const ids = (body.data ?? []).flatMap(({ id }) => id ?? []);
    const some = ids.length > 0 ? `, such as ${ids.slice(0, 3).join(', ')}` : '';
    return found(name, `${baseUrl} serves ${ids.length} models${some}`);
  } catch {
    return missing(name, `${baseUrl} cannot be reached`, 'Start the server, or correct its address.');
  }
}

/** Tests the requirements of runs on this machine: Python, every sandbox, the model endpoint, the disk. */
export async function diagnose({ baseUrl }: { readonly baseUrl?: string | undefined } = {}, options: UseOptions = {}) {
  return withContext(options, async ({ env, signal }) => {
    const findings = [systemFinding(process.platform), await python()];
    for (const plugin of sandboxes) findings.push(await sandboxFinding(plugin, signal));
    findings.push(await endpoint(baseUrl, env), await disk());
    const works = (wanted: string) => findings.some(({ name, ok }) => ok && name === wanted);
    const isolating = (sandboxes as readonly SandboxPlugin[]).filter(({ isolates }) => isolates);
    const ready = works('disk') && isolating.some(({ name }) => works(`sandbox ${name}`));
    /** `ready`: an isolating sandbox works and the disk is writable. */
    return { node: process.versions.node, ready, findings };
  });
}
