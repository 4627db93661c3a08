import Docker from 'dockerode';
import { SandboxError } from '../../core/errors.ts';
import type { BuiltImage, ImageRecipe } from '../../core/image-recipe.ts';
import { answered } from '../docker/docker-answer.ts';
import { type BuildOptions, buildImage, builtImage } from './docker-image-build.ts';

export type { BuildOptions } from './docker-image-build.ts';

/** Builds one image, whether it is there or not: layers that are there cost nothing. @throws SandboxError */
export function buildRecipe(recipe: ImageRecipe, options: BuildOptions): Promise<BuiltImage> {
  return answered(() => buildImage(new Docker(), recipe, options));
}

/** What Docker knows of each recipe's image; null for those that were not built. @throws SandboxError `docker-failed` */
export function builtImages(recipes: readonly ImageRecipe[]): Promise<(BuiltImage | null)[]> {
  return answered(() => Promise.all(recipes.map((recipe) => builtImage(new Docker(), recipe))));
}

/**
 * The image of a recipe, which must have been built.
 *
 * @param command the command line that builds it, for people
 * @throws SandboxError `image-missing` naming that command
 */
export async function requireImage(recipe: ImageRecipe, command: string): Promise<BuiltImage> {
  const [built] = await builtImages([recipe]);
  if (built) return built;
  throw new SandboxError('image-missing', `the image ${recipe.image} (${recipe.title}) is not there`, {
    hint: `Build it first: ${command}`,
  });
}
