import Docker from 'dockerode';
import { SandboxError } from '../../core/errors.ts';
import { IMAGE_PATHS } from '../../core/image-recipe.ts';
import { imageKey } from '../../core/repository.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { answered } from '../docker/docker-answer.ts';
import { type ContainerShape, startContainer, sweepContainers } from '../docker/docker-container.ts';
import { ensureRunnerImage } from '../docker/docker-image.ts';
import { openRepositoryPool } from './repository-pool.ts';

const OVERLAY = '/overlay';
const SCRATCH_BYTES = 512 * 1024 * 1024;
/** Test runs start pools of their own. */
const MOST_PROCESSES = 256;

function shapeFor(wholeRoot: boolean, covered: readonly string[]): ContainerShape {
  return {
    settings: {
      repository: {
        root: IMAGE_PATHS.root,
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
      hint: 'See whether Docker has enough memory, and try --jobs 1.',
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
