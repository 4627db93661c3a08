import { ConfigError, InterruptedError, SandboxError } from '../core/errors.ts';
import type { BuiltImage, ImageRecipe } from '../core/image-recipe.ts';
import { type ImageNeed, imageNeedsOf } from '../datasets/images/image-needs.ts';
import { makeBaseImage } from '../sandbox/docker/docker-sandbox.ts';
import { buildRecipe, builtImages } from '../sandbox/images/docker-images.ts';
import { buildSettings } from '../sandbox/images/image-build-settings.ts';
import { namedImage, namedImages } from '../sandbox/images/image-folders.ts';
import { type UseOptions, withContext } from './context.ts';
import type { ImageSettings } from './settings/verb-settings.ts';

const recipeOf = (need: ImageNeed): ImageRecipe => (need.kind === 'recipe' ? need.recipe : namedImage(need.name));

async function chosen({ name, dataset }: ImageSettings): Promise<readonly ImageRecipe[]> {
  if ((name === undefined) === (dataset === undefined)) {
    throw new ConfigError('images-what', 'images are built by name, "all", or for the tasks of a file, one of them', {
      hint: '"mutagree images list" shows the names.',
    });
  }
  if (dataset !== undefined) {
    const recipes = (await imageNeedsOf(dataset)).map(recipeOf);
    if (recipes.length > 0) return recipes;
    throw new ConfigError('images-none-needed', `the tasks of ${dataset} need no image of their own`, {
      hint: 'Any Python will do: name no image, or build the base with "mutagree images base".',
    });
  }
  return name === 'all' ? namedImages() : [namedImage(name as string)];
}

const imageRow = ({ recipe: { name, image }, id, bytes, created }: BuiltImage) => ({ name, image, id, bytes, created });

/** The outcome of one image. */
export type ImageOutcome =
  | { readonly recipe: ImageRecipe; readonly image: ReturnType<typeof imageRow> & { readonly ms: number } }
  | { readonly recipe: ImageRecipe; readonly error: SandboxError };

/**
 * Builds images one after the other and reports each; one that fails does not stop the others.
 *
 * @throws ConfigError for an unknown name; SandboxError if the only image fails, or Docker does not answer
 */
export async function buildImages(
  settings: ImageSettings,
  { onImage, ...options }: UseOptions & { readonly onImage?: (outcome: ImageOutcome) => void } = {},
): Promise<readonly ImageOutcome[]> {
  return withContext(options, async ({ progress, env, signal }) => {
    const recipes = await chosen(settings);
    const given = await buildSettings(settings, env);
    const outcomes: ImageOutcome[] = [];
    for (const [at, recipe] of recipes.entries()) {
      progress.note(`image ${at + 1}/${recipes.length}: ${recipe.image} (${recipe.title})`);
      const started = performance.now();
      try {
        const image = await buildRecipe(recipe, {
          ...given,
          ...(settings.base ? { base: settings.base } : {}),
          noCache: settings.cache === false,
          say: (line) => progress.note(`  ${line}`),
          signal,
        });
        outcomes.push({ recipe, image: { ...imageRow(image), ms: Math.round(performance.now() - started) } });
      } catch (error) {
        // A daemon that is not there fails all of them in the same way.
        const isHopeless = !(error instanceof SandboxError) || error.code === 'docker-failed';
        if (error instanceof InterruptedError || isHopeless || recipes.length === 1) throw error;
        outcomes.push({ recipe, error });
      }
      onImage?.(outcomes.at(-1) as ImageOutcome);
    }
    return outcomes;
  });
}

/**
 * Every image that a benchmark brings, or those that the tasks of a file need, and which of them are built.
 *
 * @throws ConfigError, DatasetError
 */
export async function listImages(
  { dataset }: { readonly dataset?: string | undefined } = {},
  options: UseOptions = {},
) {
  return withContext(options, async ({ progress }) => {
    const recipes = dataset === undefined ? namedImages() : (await imageNeedsOf(dataset)).map(recipeOf);
    const built = await builtImages(recipes).catch((error: unknown) => {
      if (!(error instanceof SandboxError)) throw error;
      progress.note(`${error.message}; the built images are unknown`);
      return null;
    });
    return recipes.map(({ name, image, title }, at) => {
      const found = built?.[at] ?? null;
      const command = `mutagree images build ${dataset === undefined ? name : `--dataset ${dataset}`}`;
      /** `built` is null where no Docker daemon answers. */
      return { name, image, title, built: built && found !== null, command, found: found && imageRow(found) };
    });
  });
}

/** Makes the image with Python from Debian packages where it is missing; gives its id. @throws SandboxError */
export async function buildBaseImage(options: UseOptions = {}): Promise<string> {
  return withContext(options, ({ progress }) => makeBaseImage((line) => progress.note(line)));
}
