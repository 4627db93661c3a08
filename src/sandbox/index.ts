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
  const isAuto = name === 'auto';
  const wanted = plugins.filter((plugin) => (isAuto ? plugin.isolates : plugin.name === name));
  if (!isAuto && wanted.length === 0) throw unknownName('sandbox', name, ['auto', ...plugins.map((each) => each.name)]);
  const missing: string[] = [];
  let hint = plugins.every(({ usesHostPython }) => usesHostPython)
    ? 'Install bubblewrap, which runs the Python of --python, or leave --python out.'
    : 'Install bubblewrap, or start Docker; "mutagree doctor" shows more.';
  for (const plugin of wanted) {
    const probe = await plugin.probe();
    if (probe.available) {
      const others = missing.length > 0 ? ` (not ${missing.join('; not ')})` : '';
      return { plugin, reason: `${plugin.name}${isAuto ? '' : ', as asked'}: ${probe.detail}${others}` };
    }
    missing.push(`${plugin.name}: ${probe.detail}`);
    if (!isAuto) hint = probe.hint;
  }
  const problem = `the sandbox "${name}" does not work here: ${missing.join('; ')}`;
  throw new SandboxError('sandbox-unavailable', problem, { hint });
}
