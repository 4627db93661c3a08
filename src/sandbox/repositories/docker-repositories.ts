import { SandboxError } from '../../core/errors.ts';
import { IMAGE_PATHS } from '../../core/image-recipe.ts';
import { imageKey } from '../../core/repository.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { type ContainerShape, startContainer, sweepContainers } from '../docker/docker-container.ts';
import { askDocker, ensureRunnerImage } from '../docker/docker-image.ts';
import { dockerImage } from '../docker/docker-sandbox.ts';
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
