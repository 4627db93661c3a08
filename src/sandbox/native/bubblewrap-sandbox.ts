import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SandboxError } from '../../core/errors.ts';
import type { SandboxPlugin, SandboxProbe } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { confinement, insideOf, OWN_ENVIRONMENT, RUNNER, SCRATCH, startConfined } from './bubblewrap-confinement.ts';
import { controlGroupLimits } from './control-group.ts';
import { findHostPython, type HostPython } from './host-python.ts';
import { openNativeSandbox } from './native-sandbox.ts';
import { type RunnerSettings, runnerArguments } from './runner-launch.ts';

const MOST_PROCESSES = 48;
/** Users that exist nowhere: each worker has three, so that process limits count its own alone. */
const FIRST_UID = 1_900_000_000;
/** For everything in one sandbox, where there are control groups; each candidate's own limit is the runner's to keep. */
const GROUP_BYTES = 4096 * 1024 * 1024;

let nextUid = FIRST_UID + (process.pid % 50_000) * 1000;

async function launch(python: HostPython): Promise<RunnerPipes> {
  const asRoot = process.getuid?.() === 0;
  const uid = nextUid;
  nextUid += 3;
  const settings: RunnerSettings = {
    scratch: SCRATCH,
    packages: python.packages.map(insideOf),
    processes: MOST_PROCESSES,
    ...(asRoot ? { judgeUid: uid, zygoteUid: uid + 1, candidateUid: uid + 2 } : {}),
  };
  return startConfined({
    python,
    asRoot,
    userId: asRoot ? uid + 2 : 65534,
    command: [insideOf(python.executable), ...runnerArguments(RUNNER, settings)],
    memoryBytes: GROUP_BYTES,
    processes: MOST_PROCESSES,
  });
}

const INSTALL = 'Install bubblewrap (apt-get install bubblewrap), or use --sandbox wasm.';

async function probe(): Promise<SandboxProbe> {
  if (process.platform !== 'linux') {
    return { available: false, detail: 'bubblewrap needs Linux', hint: 'Use --sandbox docker or wasm.' };
  }
  let version: string;
  try {
    version = (await promisify(execFile)('bwrap', ['--version'])).stdout.trim();
  } catch {
    return { available: false, detail: 'bwrap is not installed', hint: INSTALL };
  }
  try {
    const python = await findHostPython();
    const asRoot = process.getuid?.() === 0;
    const command = [...confinement(python, asRoot), insideOf(python.executable), '-I', '-S', '-c', 'pass'];
    await promisify(execFile)('bwrap', command, { env: OWN_ENVIRONMENT, timeout: 20_000 });
    const limits = asRoot ? controlGroupLimits() : [];
    const kept = limits.length > 0 ? `control groups limit ${limits.join(' and ')}` : 'no control groups';
    return { available: true, detail: `${version}, Python ${python.version}, ${kept}` };
  } catch (error) {
    if (error instanceof SandboxError) {
      return { available: false, detail: error.message, hint: error.hint ?? INSTALL };
    }
    const { stderr = '' } = error as { stderr?: string };
    return {
      available: false,
      detail: `${version} cannot start a sandbox here: ${stderr.trim().split('\n').at(-1) ?? ''}`,
      hint: 'Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), or use --sandbox docker or wasm.',
    };
  }
}

/**
 * The runner in namespaces of its own, without a daemon: no network, no files but the interpreter's (read-only), a
 * small scratch directory in memory, an unprivileged user even when mutagree runs as root.
 */
export const bubblewrapSandbox: SandboxPlugin = {
  name: 'bubblewrap',
  summary: 'Linux namespaces through bubblewrap; no daemon',
  isolates: true,
  usesHostPython: true,
  probe,
  async open(options) {
    const python = await findHostPython(options.python);
    return openNativeSandbox('bubblewrap', () => launch(python), options);
  },
};
