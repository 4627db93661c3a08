import Docker from 'dockerode';
import { SandboxError } from '../../core/errors.ts';
import { IMAGE_PATHS } from '../../core/image-recipe.ts';
import { imageKey } from '../../core/repository.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { answered } from '../docker/docker-answer.ts';
import { type ContainerShape, startContainer, sweepContainers } from '../docker/docker-container.ts';
import { ensureRunnerImage } from '../docker/docker-image.ts';
import { dockerImage } from '../docker/docker-sandbox.ts';
import { openRepositoryPool } from './repository-pool.ts';

const ORIGINAL = '/repository';
const OVERLAY = '/overlay';
const HINT = 'See whether Docker has enough memory, and try --jobs 1.';
const SCRATCH_BYTES = 512 * 1024 * 1024;
/** Test runs start pools of their own. */
const MOST_PROCESSES = 256;

function shapeFor(wholeRoot: boolean, covered: readonly string[], root: string = IMAGE_PATHS.root): ContainerShape {
  return {
    settings: {
      repository: {
        root,
        overlay: OVERLAY,
        whole: wholeRoot,
        plugins: IMAGE_PATHS.plugins,
        scratch: ['/tmp', '/dev/shm'],
      },
    },
    folders: ['/tmp', OVERLAY],
    scratchBytes: SCRATCH_BYTES,
    processes: MOST_PROCESSES,
    users: false,
    masked: covered,
    environment: ['USER=nobody', 'LOGNAME=nobody'],
  };
}

/**
 * Opens the sandbox for tasks of repositories that lie in images; a container serves many candidates.
 *
 * @param images image key (`imageKey`) to the id of the image, which must be there
 * @throws SandboxError when Docker does not answer
 */
export async function openRepositorySandbox(
  images: ReadonlyMap<string, string>,
  { jobs }: { readonly jobs: number },
): Promise<Sandbox> {
  const docker = new Docker();
  await answered(() => sweepContainers(docker));
  return openRepositoryPool(
    {
      name: 'docker',
      place: 'container',
      hint: HINT,
      start: ({ image, wholeRoot }, covered) => {
        const id = images.get(imageKey(image));
        if (id === undefined) throw new SandboxError('image-missing', `the image ${imageKey(image)} was not looked up`);
        return answered(async () =>
          startContainer(docker, await ensureRunnerImage(docker, id), shapeFor(wholeRoot, covered)),
        );
      },
    },
    jobs,
  );
}

/**
 * Opens the sandbox for a folder of this machine whose interpreter lies in an image; the daemon must see the folder, which
 * it mounts read-only.
 *
 * @param folder absolute; what its trees' paths are relative to
 * @param image name of one that is there
 * @throws SandboxError if Docker does not answer, or has no such image
 */
export async function openMountedSandbox(
  folder: string,
  { jobs, image }: { readonly jobs: number; readonly image: string },
): Promise<{ readonly sandbox: Sandbox; readonly imageId: string }> {
  const docker = new Docker();
  const { id } = await dockerImage(image);
  await answered(() => sweepContainers(docker));
  const start = async (wholeRoot: boolean, covered: readonly string[]) => {
    const shape = { ...shapeFor(wholeRoot, covered, ORIGINAL), bind: { folder, at: ORIGINAL } };
    return startContainer(docker, await ensureRunnerImage(docker, id), shape);
  };
  const launch = {
    name: 'docker',
    place: 'container',
    hint: HINT,
    start: ({ wholeRoot }: { readonly wholeRoot: boolean }, covered: readonly string[]) =>
      answered(() => start(wholeRoot, covered)),
  };
  return { sandbox: openRepositoryPool(launch, jobs), imageId: id };
}
