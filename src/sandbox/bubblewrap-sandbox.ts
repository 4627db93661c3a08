import { execFile, spawn } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { SandboxError } from '../core/errors.ts';
import type { SandboxPlugin, SandboxProbe } from '../core/sandbox.ts';
import { findHostPython, type HostPython } from './host-python.ts';
import { openNativeSandbox, type RunnerProcess } from './native-sandbox.ts';
import { type RunnerSettings, runnerArguments, runnerEnvironment, runnerFolder } from './runner-launch.ts';

const SCRATCH = ['/tmp', '/dev/shm'];
const SCRATCH_BYTES = 64 * 1024 * 1024;
const MOST_PROCESSES = 48;
/** Users that exist nowhere: each worker has two, so that process limits count its own alone. */
const FIRST_UID = 1_900_000_000;
const RUNNER = '/runner';
/** How the dynamic linker finds libraries. */
const LINKER_FILES = ['/etc/ld.so.cache', '/etc/alternatives'];
const SYSTEM_FOLDERS = ['/usr', '/lib', '/lib32', '/lib64', '/bin', '/sbin'];

let nextUid = FIRST_UID + (process.pid % 50_000) * 1000;

function systemMounts(): string[] {
  return SYSTEM_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    lstatSync(folder).isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder],
  );
}

/** The folders above `path`, outermost first; made by us so that the sandbox's user may pass through them. */
function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === '/' ? [] : [...ancestors(parent), parent];
}

/** Where a folder of the host appears: under itself, unless a scratch directory would cover it. */
function insideOf(path: string): string {
  return SCRATCH.some((root) => path.startsWith(`${root}/`)) ? `/installed${path}` : path;
}

function pythonMounts({ prefixes, packages }: HostPython): string[] {
  const folders = [...new Set([...prefixes, ...packages])].filter((folder) => !`${folder}/`.startsWith('/usr/'));
  const outermost = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)));
  return outermost.flatMap((folder) => [
    ...ancestors(insideOf(folder)).flatMap((parent) => ['--perms', '0755', '--dir', parent]),
    ...['--ro-bind', folder, insideOf(folder)],
  ]);
}

/** bubblewrap's arguments up to the command. */
function confinement(python: HostPython, asRoot: boolean): string[] {
  const environment = Object.entries(runnerEnvironment(python, '/tmp'));
  const scratch = (folder: string) => ['--perms', '0777', '--size', `${SCRATCH_BYTES}`, '--tmpfs', folder];
  return [
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    // Root drops to users of its own inside; anybody else is mapped to nobody.
    ...(asRoot
      ? ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
      : // The first process is the judge, which hides its memory; bubblewrap's own would be open to others of its user.
        ['--unshare-user', '--disable-userns', '--uid', '65534', '--gid', '65534', '--as-pid-1']),
    ...['--die-with-parent', '--new-session', '--hostname', 'sandbox', '--clearenv'],
    ...environment.flatMap(([name, value]) => ['--setenv', name, value]),
    ...systemMounts(),
    ...pythonMounts(python),
    // Libraries such as libblas.so.3 are links through /etc/alternatives; made by bubblewrap itself, /etc lets no user in.
    ...['--perms', '0755', '--dir', '/etc'],
    ...LINKER_FILES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', runnerFolder(), RUNNER],
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', ...scratch('/dev/shm'), '--remount-ro', '/dev'],
    ...scratch('/tmp'),
    ...['--remount-ro', '/', '--chdir', '/tmp'],
  ];
}

async function launch(python: HostPython): Promise<RunnerProcess> {
  const asRoot = process.getuid?.() === 0;
  const uid = nextUid;
  nextUid += 2;
  const settings: RunnerSettings = {
    scratch: SCRATCH,
    packages: python.packages.map(insideOf),
    processes: MOST_PROCESSES,
    ownProcesses: true,
    ...(asRoot ? { judgeUid: uid, candidateUid: uid + 1 } : {}),
  };
  // bubblewrap's own environment can be read inside, from its first process.
  const child = spawn(
    'bwrap',
    [...confinement(python, asRoot), insideOf(python.executable), ...runnerArguments(RUNNER, settings)],
    { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, stdio: 'pipe' },
  );
  return { process: child, cleanUp: async () => {} };
}

const INSTALL = 'Install bubblewrap (apt-get install bubblewrap), or use --sandbox wasm.';

async function probe(): Promise<SandboxProbe> {
  if (process.platform !== 'linux') {
    return { available: false, detail: 'bubblewrap needs Linux', mend: 'Use --sandbox docker or wasm.' };
  }
  let version: string;
  try {
    version = (await promisify(execFile)('bwrap', ['--version'])).stdout.trim();
  } catch {
    return { available: false, detail: 'bwrap is not installed', mend: INSTALL };
  }
  try {
    const python = await findHostPython();
    const asRoot = process.getuid?.() === 0;
    await promisify(execFile)(
      'bwrap',
      [...confinement(python, asRoot), insideOf(python.executable), '-I', '-S', '-c', 'pass'],
      {
        env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
        timeout: 20_000,
      },
    );
    return { available: true, detail: `${version}, Python ${python.version}` };
  } catch (error) {
    if (error instanceof SandboxError) {
      return { available: false, detail: error.message, mend: error.mend ?? INSTALL };
    }
    const { stderr = '' } = error as { stderr?: string };
    return {
      available: false,
      detail: `${version} cannot start a sandbox here: ${stderr.trim().split('\n').at(-1) ?? ''}`,
      mend: 'Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), or use --sandbox docker or wasm.',
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
  probe,
  async open(options) {
    const python = await findHostPython(options.python);
    return openNativeSandbox('bubblewrap', () => launch(python), options);
  },
};
