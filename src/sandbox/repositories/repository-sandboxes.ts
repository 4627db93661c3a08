import { SandboxError } from '../../core/errors.ts';
import { IMAGE_PATHS } from '../../core/image-recipe.ts';
import { imageKey } from '../../core/repository.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { type ContainerShape, startContainer, sweepContainers } from '../docker/docker-container.ts';
import { askDocker, ensureRunnerImage } from '../docker/docker-image.ts';
import { dockerImage } from '../docker/docker-sandbox.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { insideOf, RUNNER, SCRATCH, startConfined } from '../native/bubblewrap-confinement.ts';
import { findHostPython, type HostPython } from '../native/host-python.ts';
import {
  MOST_PROCESSES,
  ORIGINAL,
  OVERLAY,
  OVERLAY_BYTES,
  openRepositoryPool,
  type RepositoryPlace,
} from './repository-pool.ts';

/** @param folder of the daemon's machine; else the repository lies in the image */
function shapeFor(wholeRoot: boolean, covered: readonly string[], folder?: string): ContainerShape {
  return {
    ...(folder === undefined ? {} : { bind: { folder, at: ORIGINAL } }),
    settings: {
      repository: {
        root: folder === undefined ? IMAGE_PATHS.root : ORIGINAL,
        overlay: OVERLAY,
        whole: wholeRoot,
        plugins: IMAGE_PATHS.plugins,
        scratch: ['/tmp', '/dev/shm'],
      },
    },
    folders: ['/tmp', OVERLAY],
    scratchBytes: OVERLAY_BYTES,
    processes: MOST_PROCESSES,
    masked: covered,
  };
}

/** @param imageOf id of the image of a target */
async function openDocker(
  jobs: number,
  imageOf: (target: RepositoryPlace) => string,
  folder?: string,
): Promise<Sandbox> {
  await askDocker(sweepContainers);
  return openRepositoryPool('docker', jobs, (target, covered) =>
    askDocker(async (docker) => {
      const image = await ensureRunnerImage(docker, imageOf(target));
      return startContainer(docker, image, shapeFor(target.wholeRoot, covered, folder));
    }),
  );
}

/**
 * Opens the sandbox for tasks of repositories that lie in images; a container serves many candidates.
 *
 * @param images image key (`imageKey`) to the id of the image, which must be there
 * @throws SandboxError when Docker does not answer
 */
export function openRepositorySandbox(
  images: ReadonlyMap<string, string>,
  { jobs }: { readonly jobs: number },
): Promise<Sandbox> {
  return openDocker(jobs, ({ image }) => {
    const id = images.get(imageKey(image));
    if (id === undefined) throw new SandboxError('image-missing', `the image ${imageKey(image)} was not looked up`);
    return id;
  });
}

/**
 * Opens the sandbox for a folder of this machine with the interpreter of an image; the daemon must see the folder,
 * which it mounts read-only.
 *
 * @param folder absolute; its trees' paths are relative to it
 * @param image name of an existing one
 * @throws SandboxError if Docker does not answer, or has no such image
 */
export async function openMountedSandbox(
  folder: string,
  { jobs, image }: { readonly jobs: number; readonly image: string },
): Promise<{ readonly sandbox: Sandbox; readonly imageId: string }> {
  const { id } = await dockerImage(image);
  return { sandbox: await openDocker(jobs, () => id, folder), imageId: id };
}

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
