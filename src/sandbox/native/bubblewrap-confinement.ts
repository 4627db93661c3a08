import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { inControlGroup, openControlGroup } from './control-group.ts';
import type { HostPython } from './host-python.ts';
import { runnerEnvironment, runnerFolder } from './runner-launch.ts';

/** Folders in memory that programs may write to. */
export const SCRATCH = ['/tmp', '/dev/shm'];
const SCRATCH_BYTES = 64 * 1024 * 1024;
/** Where the runner lies inside. */
export const RUNNER = '/runner';
/** All that bubblewrap itself sees: its own environment can be read inside, from its first process. */
export const OWN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };
/** How the dynamic linker finds libraries. */
const LINKER_FILES = ['/etc/ld.so.cache', '/etc/alternatives'];
/** How the name localhost is resolved. */
const NAME_FILES = ['hosts', 'nsswitch.conf'];
const SYSTEM_FOLDERS = ['/usr', '/lib', '/lib32', '/lib64', '/bin', '/sbin'];

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
export function insideOf(path: string): string {
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

/**
 * bubblewrap's arguments up to the command.
 *
 * @param asRoot whether the runner starts as root and drops to users of its own inside
 * @param mounts further arguments that make folders, in addition to those of every sandbox
 */
export function confinement(python: HostPython, asRoot: boolean, mounts: readonly string[] = []): string[] {
  const environment = Object.entries(runnerEnvironment('/tmp', python));
  const scratch = (folder: string) => ['--perms', '0777', '--size', `${SCRATCH_BYTES}`, '--tmpfs', folder];
  return [
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    // Root drops to users of its own inside; other users are mapped to nobody.
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
    ...NAME_FILES.flatMap((name) => ['--ro-bind', join(runnerFolder(), 'etc', name), `/etc/${name}`]),
    ...['--ro-bind', runnerFolder(), RUNNER],
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', ...scratch('/dev/shm')],
    // A shared map of it is memory that no limit of a process counts.
    ...['--dev-bind', '/dev/null', '/dev/zero', '--remount-ro', '/dev'],
    ...scratch('/tmp'),
    ...mounts,
    ...['--remount-ro', '/', '--chdir', '/tmp'],
  ];
}

/** What is started in a sandbox, and what all of its processes together may have where there are control groups. */
export interface Confined {
  readonly python: HostPython;
  readonly asRoot: boolean;
  readonly mounts?: readonly string[];
  /** Of programs, to be listed in `/etc/passwd`. */
  readonly userId?: number;
  readonly command: readonly string[];
  readonly memoryBytes: number;
  /** Besides our own. */
  readonly processes: number;
}

const OWN_PROCESSES = 16;

/** Starts a command in a sandbox, and in a control group of its own where there can be one. */
export function startConfined(confined: Confined): ChildProcess {
  const { python, asRoot, mounts = [], userId, command, memoryBytes, processes } = confined;
  const isRoot = process.getuid?.() === 0;
  const group = isRoot ? openControlGroup({ memoryBytes, processes: processes + OWN_PROCESSES }) : null;
  const accounts = userId === undefined ? [] : ['--perms', '0644', '--ro-bind-data', '3', '/etc/passwd'];
  const bwrap = ['bwrap', ...confinement(python, asRoot, [...mounts, ...accounts]), ...command];
  const [first = '', ...words] = inControlGroup(group, bwrap);
  const stdio = Array<'pipe'>(userId === undefined ? 3 : 4).fill('pipe');
  const child = spawn(first, words, { cwd: '/', env: OWN_ENVIRONMENT, stdio });
  const passwd = child.stdio[3] as Writable | undefined;
  passwd?.on('error', () => {}).end(`sandbox:x:${userId}:${userId}::/tmp:/bin/sh\n`);
  child.once('close', () => void group?.close());
  return child;
}
