import { availableParallelism } from 'node:os';
import { ConfigError, SandboxError } from '../../core/errors.ts';
import type { ImageRecipe } from '../../core/image-recipe.ts';
import { plural } from '../../core/plural.ts';
import { imageKey, type RepositoryImage } from '../../core/repository.ts';
import type { Task } from '../../core/task.ts';
import { builtImages } from '../../sandbox/images/docker-images.ts';
import { namedImage } from '../../sandbox/images/image-folders.ts';
import { openRepositorySandbox } from '../../sandbox/repositories/docker-repositories.ts';
import type { Surroundings } from '../surroundings.ts';
import { imageForQueue, withDatasetImage } from './dataset-image.ts';
import { type OpenedSandbox, openSandbox, type SandboxChoice } from './open-sandbox.ts';

/** A sandbox for tasks, with the images that it uses. */
export interface TaskSandbox extends OpenedSandbox {
  /** Image name -> digest; absent where tasks need no image of their own. */
  readonly images?: Readonly<Record<string, string>>;
}

function recipeOf(image: RepositoryImage): ImageRecipe {
  if (image.kind === 'folder') throw new ConfigError('sandbox-repository', `${image.path} is a folder, no image`);
  return image.kind === 'recipe' ? image.recipe : namedImage(image.name);
}

function requireDocker(name: string): void {
  if (name === 'auto' || name === 'docker') return;
  throw new ConfigError('sandbox-repository', `tasks of repositories run in Docker images, not in ${name}`, {
    mend: 'Choose the sandbox docker, or let it be chosen.',
  });
}

/** All images that are not there, in one error. */
function requireBuilt(missing: readonly ImageRecipe[], dataset: string): void {
  if (missing.length === 0) return;
  const names = missing.map(({ image }) => image).join(', ');
  const [what, them] = missing.length === 1 ? ['image is', 'it'] : ['images are', 'them'];
  throw new SandboxError('image-missing', `the ${what} not there: ${names}`, {
    mend: `Build ${them} first: mutagree images build --dataset ${dataset}`,
  });
}

/**
 * The sandbox that these tasks need: containers of their own images for functions of repositories, else the one that
 * was chosen.
 *
 * @param dataset its name as it was given on the command line, for messages
 * @throws ConfigError, SandboxError `image-missing` naming the command that builds it
 */
export async function openTaskSandbox(
  tasks: readonly Task[],
  dataset: { readonly name: string; readonly format: string },
  choice: SandboxChoice,
  around: Pick<Surroundings, 'progress' | 'warn' | 'signal' | 'env'>,
): Promise<TaskSandbox> {
  const targets = tasks.flatMap(({ repository }) => repository ?? []);
  if (choice.queue !== undefined) {
    if (targets.length > 0) requireDocker(choice.sandbox);
    const repositories = [...new Set(targets.map(({ image }) => recipeOf(image).image))];
    const preload = [...new Set(tasks.flatMap((task) => task.preload ?? []))];
    const own = imageForQueue(choice, dataset.format);
    const { openQueue } = await import('./open-queue.ts');
    return openQueue(
      { ...choice, ...own, queue: choice.queue, preload, ...(targets.length > 0 ? { repositories } : {}) },
      around,
    );
  }
  if (targets.length === 0) return openSandbox(await withDatasetImage(choice, dataset.format, around.progress), around);
  requireDocker(choice.sandbox);
  const byKey = new Map(targets.map(({ image }) => [imageKey(image), recipeOf(image)]));
  const recipes = [...byKey.values()];
  const built = await builtImages(recipes);
  requireBuilt(
    recipes.filter((_, at) => !built[at]),
    dataset.name,
  );
  const ids = new Map([...byKey.keys()].map((key, at) => [key, built[at]?.id ?? '']));
  const workers = choice.jobs ?? availableParallelism();
  const description = `docker: ${plural(recipes.length, 'image')} of repositories`;
  around.progress.note(`sandbox ${description}`);
  const images = Object.fromEntries(recipes.map(({ image }, at) => [image, built[at]?.id ?? '']));
  const sandbox = await openRepositorySandbox(ids, { jobs: workers });
  return { sandbox, description, workers, images, conditions: { images } };
}
