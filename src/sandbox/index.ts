import { SandboxError, unknownName } from '../core/errors.ts';
import type { SandboxPlugin } from '../core/sandbox.ts';
import { dockerSandbox } from './docker/docker-sandbox.ts';
import { bubblewrapSandbox } from './native/bubblewrap-sandbox.ts';
import { processSandbox } from './native/process-sandbox.ts';
import { wasmSandbox } from './wasm/wasm-sandbox.ts';

/** Every kind of sandbox, in the order in which `auto` tries those that isolate. */
export const sandboxes = [
  bubblewrapSandbox,
  dockerSandbox,
  wasmSandbox,
  processSandbox,
] as const satisfies readonly SandboxPlugin[];

/**
 * The sandbox of that name, or with `auto` the first isolating one whose probe passes; with the reason, for people.
 *
 * @throws ConfigError `unknown-sandbox`; SandboxError `sandbox-unavailable` when nothing isolating works here.
 */
export async function chooseSandbox(
  name: string,
  plugins: readonly SandboxPlugin[] = sandboxes,
): Promise<{ readonly plugin: SandboxPlugin; readonly reason: string }> {
  if (name !== 'auto') {
    const plugin = plugins.find((candidate) => candidate.name === name);
    if (!plugin) throw unknownName('sandbox', name, ['auto', ...plugins.map((candidate) => candidate.name)]);
    const probe = await plugin.probe();
    if (!probe.available) throw unavailable(plugin.name, `${plugin.name}: ${probe.detail}`, probe.hint);
    return { plugin, reason: `${plugin.name}, as asked: ${probe.detail}` };
  }
  const missing: string[] = [];
  for (const plugin of plugins.filter(({ isolates }) => isolates)) {
    const probe = await plugin.probe();
    if (probe.available) {
      const others = missing.length > 0 ? ` (not ${missing.join('; not ')})` : '';
      return { plugin, reason: `${plugin.name}: ${probe.detail}${others}` };
    }
    missing.push(`${plugin.name}: ${probe.detail}`);
  }
  const hint = plugins.every(({ usesHostPython }) => usesHostPython)
    ? 'Install bubblewrap, which runs the Python of --python, or leave --python out.'
    : 'Install bubblewrap, or start Docker; "mutagree doctor" shows more.';
  throw unavailable('auto', missing.join('; '), hint);
}

function unavailable(name: string, detail: string, hint: string): SandboxError {
  return new SandboxError('sandbox-unavailable', `the sandbox "${name}" does not work here: ${detail}`, { hint });
}
