import type { Sandbox } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { insideOf, RUNNER, SCRATCH, startConfined } from '../native/bubblewrap-confinement.ts';
import { findHostPython, type HostPython } from '../native/host-python.ts';
import { MOST_PROCESSES, ORIGINAL, OVERLAY, OVERLAY_BYTES, openRepositoryPool } from './repository-pool.ts';

const GROUP_BYTES = 8192 * 1024 * 1024;

/** A folder without entries, or a device that cannot be opened. */
function coverOf(place: string): string[] {
  return place.endsWith('/')
    ? ['--perms', '0555', '--size', '4096', '--tmpfs', place, '--remount-ro', place]
    : ['--ro-bind', '/dev/null', place];
}

/** The folder is seen read-only, whatever its place on the host; nothing else of it is, and there is no network. */
function launch(python: HostPython, folder: string, wholeRoot: boolean, covered: readonly string[]): RunnerPipes {
  const settings = {
    root: ORIGINAL,
    overlay: OVERLAY,
    whole: wholeRoot,
    plugins: '/tmp',
    scratch: SCRATCH,
    // Where an interpreter's own folder is the repository, or above it.
    elsewhere: [insideOf(folder)],
    processes: MOST_PROCESSES,
  };
  const mounts = [
    ...['--perms', '0755', '--dir', ORIGINAL, '--ro-bind', folder, ORIGINAL],
    ...covered.flatMap(coverOf),
    ...['--perms', '0777', '--size', `${OVERLAY_BYTES}`, '--tmpfs', OVERLAY],
  ];
  return startConfined({
    python,
    // One user for all: root, too, is nobody inside.
    asRoot: false,
    mounts,
    command: [
      ...['--setenv', 'USER', 'nobody', '--setenv', 'LOGNAME', 'nobody'],
      ...[insideOf(python.command), '-s', '-B', `${RUNNER}/repository_main.py`],
      JSON.stringify(settings),
    ],
    memoryBytes: GROUP_BYTES,
    processes: MOST_PROCESSES,
  });
}

/**
 * Opens a sandbox in which candidates replace a function in a folder of this machine: each runner sees the folder
 * read-only, and programs run in an in-memory copy made of links.
 *
 * @param folder absolute; its targets' paths are relative to it
 * @param python interpreter of the project, such as that of its virtual environment; a name is looked up on this
 * machine
 * @throws SandboxError if the interpreter does not start
 */
export async function openFolderSandbox(
  folder: string,
  { jobs, python }: { readonly jobs: number; readonly python?: string | HostPython },
): Promise<Sandbox> {
  const found = typeof python === 'object' ? python : await findHostPython(python);
  return openRepositoryPool('bubblewrap', jobs, async ({ wholeRoot }, covered) =>
    launch(found, folder, wholeRoot, covered),
  );
}
