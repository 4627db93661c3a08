import { ConfigError, EXIT, type ExitCode, InterruptedError, SandboxError } from '../../core/errors.ts';
import type { ImageRecipe } from '../../core/image-recipe.ts';
import { type ImageNeed, imageNeedsOf } from '../../datasets/image-needs.ts';
import { type BuiltImage, buildRecipe } from '../../sandbox/docker-images.ts';
import { type BuildFlags, buildSettings } from '../../sandbox/image-build-settings.ts';
import { namedImage, namedImages } from '../../sandbox/image-folders.ts';
import { type Io, printJson } from '../io.ts';
import { printError } from '../print-error.ts';

export interface ImagesBuildFlags extends BuildFlags {
  readonly dataset?: string;
  readonly base?: string;
  /** `--no-cache` of the command line. */
  readonly cache?: boolean;
  readonly json?: true;
}

/** The recipe that a need comes to. */
export const recipeOf = (need: ImageNeed): ImageRecipe =>
  need.kind === 'recipe' ? need.recipe : namedImage(need.name);

/** The command line that builds what a task file needs. */
export const buildCommand = (dataset: string) => `mutagree images build --dataset ${dataset}`;

async function chosen(name: string | undefined, dataset: string | undefined): Promise<readonly ImageRecipe[]> {
  if ((name === undefined) === (dataset === undefined)) {
    throw new ConfigError('images-what', 'images build takes either a name, "all", or --dataset FILE', {
      mend: '"mutagree images list" shows the names.',
    });
  }
  if (dataset !== undefined) {
    const recipes = (await imageNeedsOf(dataset)).map(recipeOf);
    if (recipes.length > 0) return recipes;
    throw new ConfigError('images-none-needed', `the tasks of ${dataset} need no image of their own`, {
      mend: 'Any Python will do: leave --image out, or build the base with "mutagree images base".',
    });
  }
  return name === 'all' ? namedImages() : [namedImage(name as string)];
}

const MEGABYTE = 1e6;

/** Bytes as Docker shows them: decimal megabytes. */
export const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(0)} MB`;

/** What of an image a script wants to know. */
export const imageRow = ({ recipe, id, bytes, created }: BuiltImage) => ({
  name: recipe.name,
  image: recipe.image,
  id,
  bytes,
  created,
});

/** `mutagree images build`: one image after the other; one that fails does not keep the others from being built. */
export async function buildImages(name: string | undefined, flags: ImagesBuildFlags, io: Io): Promise<ExitCode> {
  const recipes = await chosen(name, flags.dataset);
  const settings = await buildSettings(flags, io.env);
  const built: (ReturnType<typeof imageRow> & { ms: number })[] = [];
  const failed: string[] = [];
  for (const [at, recipe] of recipes.entries()) {
    io.stderr(`image ${at + 1}/${recipes.length}: ${recipe.image} (${recipe.title})\n`);
    const started = performance.now();
    try {
      const image = await buildRecipe(recipe, {
        ...settings,
        ...(flags.base ? { base: flags.base } : {}),
        noCache: flags.cache === false,
        say: (line) => io.stderr(`  ${line}\n`),
        signal: io.signal,
      });
      const ms = Math.round(performance.now() - started);
      built.push({ ...imageRow(image), ms });
      if (!flags.json) {
        io.stdout(`${recipe.image}  ${image.id}  ${megabytes(image.bytes)}  ${(ms / 1000).toFixed(1)} s\n`);
      }
    } catch (error) {
      // A daemon that is not there fails all of them in the same way.
      const hopeless = !(error instanceof SandboxError) || error.code === 'docker-failed';
      if (error instanceof InterruptedError || hopeless || recipes.length === 1) throw error;
      failed.push(recipe.name);
      printError(error, io);
    }
  }
  if (flags.json) printJson(io, { images: built, failed });
  if (failed.length > 0)
    io.stderr(`${failed.length}/${recipes.length} images could not be built: ${failed.join(', ')}\n`);
  return failed.length > 0 ? EXIT.infrastructure : EXIT.done;
}
