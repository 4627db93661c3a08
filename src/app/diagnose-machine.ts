import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MutagreeError } from '../core/errors.ts';
import type { SandboxPlugin } from '../core/sandbox.ts';
import { sandboxes } from '../sandbox/index.ts';
import { runCanary } from '../sandbox/pool/canary.ts';
import { type UseOptions, withContext } from './context.ts';

/** One thing that a run needs, or may use. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly hint: string | null;
}

const found = (name: string, detail: string): Finding => ({ name, ok: true, detail, hint: null });
const missing = (name: string, detail: string, hint: string | null): Finding => ({ name, ok: false, detail, hint });

const UNTESTED = 'not tested by us: written by the documentation of Node and Docker';
const WASM_CPU = 'without /proc, CPU time of wasm programs is what they and the clock say';
const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux: supported, the whole test suite runs on it',
  darwin: `macOS: sandboxes wasm and docker, ${UNTESTED}; ${WASM_CPU}`,
  win32: `Windows: sandboxes wasm and docker (or all of them inside WSL), ${UNTESTED}; ${WASM_CPU}; Ctrl-C and Ctrl-Break interrupt`,
};

/** How well a system is supported; the whole test suite runs on Linux alone. */
export function systemFinding(platform: NodeJS.Platform): Finding {
  const detail = SYSTEMS[platform] ?? `${platform}: sandbox wasm may work, nobody tried`;
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

/** What works here. */
export interface Diagnosis {
  /** Such as `22.11.0`. */
  readonly node: string;
  /** Whether a run could start: an isolating sandbox works. */
  readonly ready: boolean;
  readonly findings: readonly Finding[];
}

/** Tries what runs need on this machine: Python and every sandbox. */
export async function diagnose(options: UseOptions = {}): Promise<Diagnosis> {
  return withContext(options, async ({ signal }) => {
    const findings = [systemFinding(process.platform), await python()];
    let ready = false;
    for (const plugin of sandboxes as readonly SandboxPlugin[]) {
      const finding = await sandboxFinding(plugin, signal);
      findings.push(finding);
      ready ||= finding.ok && plugin.isolates;
    }
    return { node: process.versions.node, ready, findings };
  });
}
