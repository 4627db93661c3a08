import { availableParallelism } from 'node:os';
import { ConfigError, SandboxError } from '../../core/errors.ts';
import type { ImageRecipe } from '../../core/image-recipe.ts';
import { plural } from '../../core/plural.ts';
import type { Progress } from '../../core/progress.ts';
import { imageKey, type RepositoryImage } from '../../core/repository.ts';
import type { Task } from '../../core/task.ts';
import { datasetFormats } from '../../datasets/index.ts';
import { builtImages, requireImage } from '../../sandbox/images/docker-images.ts';
import { namedImage } from '../../sandbox/images/image-folders.ts';
import { openRepositorySandbox } from '../../sandbox/repositories/docker-repositories.ts';
import type { Context } from '../context.ts';
import { type OpenedSandbox, openSandbox, type SandboxChoice } from './open-sandbox.ts';

/**
 * The sandbox for tasks of a format whose tests need an image of their own: with docker that image, unless another was
 * named; with auto, docker where the image is built.
 */
async function withDatasetImage<Choice extends SandboxChoice>(
  choice: Choice,
  format: string,
  progress: Pick<Progress, 'note'>,
): Promise<Choice> {
  const name = datasetFormats.find((known) => known.name === format)?.image;
  const { sandbox, image, python } = choice;
  if (name === undefined || image !== undefined || python !== undefined) return choice;
  const recipe = namedImage(name);
  const command = `mutagree images build ${name}`;
  if (sandbox === 'docker') {
    const { id } = await requireImage(recipe, command);
    progress.note(`image ${recipe.image} ${id}`);
    return { ...choice, image: recipe.image };
  }
  if (sandbox !== 'auto') return choice;
  const [built] = await builtImages([recipe]).catch(() => [null]);
  if (built) {
    progress.note(`image ${recipe.image} ${built.id}`);
    return { ...choice, sandbox: 'docker', image: recipe.image };
  }
  progress.note(`these tests need Python packages that the image ${name} has; "${command}" builds it`);
  return choice;
}

/** The image that workers of a queue must have for tasks of a format, where docker was asked for. */
function imageForQueue({ sandbox, image }: SandboxChoice, format: string): { readonly image?: string } {
  if (image !== undefined) return { image };
  const name = datasetFormats.find((known) => known.name === format)?.image;
  return name === undefined || sandbox !== 'docker' ? {} : { image: namedImage(name).image };
}

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
    hint: 'Choose --sandbox docker, or leave it out.',
  });
}

/** All images that are not there, in one error. */
function requireBuilt(missing: readonly ImageRecipe[], dataset: string): void {
  if (missing.length === 0) return;
  const names = missing.map(({ image }) => image).join(', ');
  const [what, them] = missing.length === 1 ? ['image is', 'it'] : ['images are', 'them'];
  throw new SandboxError('image-missing', `the ${what} not there: ${names}`, {
    hint: `Build ${them} first: mutagree images build --dataset ${dataset}`,
  });
}

/**
 * The sandbox that these tasks need: containers of their own images for functions of repositories, else the one that
 * was chosen.
 *
 * @param dataset its name as it was given on the command line, for messages
 */
export async function openTaskSandbox(
  tasks: readonly Task[],
  dataset: { readonly name: string; readonly format: string },
  choice: SandboxChoice,
  context: Pick<Context, 'progress' | 'warn' | 'signal' | 'env'>,
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
      context,
    );
  }
  if (targets.length === 0)
    return openSandbox(await withDatasetImage(choice, dataset.format, context.progress), context);
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
  context.progress.note(`sandbox ${description}`);
  const images = Object.fromEntries(recipes.map(({ image }, at) => [image, built[at]?.id ?? '']));
  const sandbox = await openRepositorySandbox(ids, { jobs: workers });
  return { sandbox, description, workers, images, conditions: { images } };
}
