import { EXIT, type ExitCode, SandboxError } from '../../core/errors.ts';
import type { ImageRecipe } from '../../core/image-recipe.ts';
import { imageNeedsOf } from '../../datasets/image-needs.ts';
import { type BuiltImage, builtImages } from '../../sandbox/docker-images.ts';
import { namedImages } from '../../sandbox/image-folders.ts';
import { type Io, printJson } from '../io.ts';
import { table } from '../table.ts';
import { buildCommand, imageRow, megabytes, recipeOf } from './images-build.ts';

export interface ImagesListFlags {
  readonly dataset?: string;
  readonly json?: true;
}

/** What is built of the recipes; nothing is known without a Docker daemon. */
async function known(recipes: readonly ImageRecipe[], io: Io): Promise<readonly (BuiltImage | null)[] | null> {
  try {
    return await builtImages(recipes);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    io.stderr(`${error.message}; what is built is not known\n`);
    return null;
  }
}

/** `mutagree images list`: every image that a benchmark brings, or those of one task file, and which are built. */
export async function listImages({ dataset, json }: ImagesListFlags, io: Io): Promise<ExitCode> {
  const recipes = dataset === undefined ? namedImages() : (await imageNeedsOf(dataset)).map(recipeOf);
  const built = await known(recipes, io);
  const command = (recipe: ImageRecipe) =>
    dataset === undefined ? `mutagree images build ${recipe.name}` : buildCommand(dataset);
  const rows = recipes.map((recipe, at) => {
    const found = built?.[at] ?? null;
    const { name, image, title } = recipe;
    return { name, image, title, built: built === null ? null : found !== null, command: command(recipe), found };
  });
  if (json) {
    printJson(io, { images: rows.map(({ found, ...row }) => ({ ...row, ...(found ? imageRow(found) : {}) })) });
    return EXIT.done;
  }
  const state = ({ built: is, found }: (typeof rows)[number]) =>
    found ? `built, ${megabytes(found.bytes)}` : is === null ? 'unknown' : 'not built';
  io.stdout(
    table([['name', 'state', 'image', 'holds'], ...rows.map((row) => [row.name, state(row), row.image, row.title])]),
  );
  io.stdout(
    dataset === undefined
      ? '\nmutagree images build NAME builds one; a task file says what it needs: mutagree images build --dataset FILE\n'
      : `\n${buildCommand(dataset)}\n`,
  );
  return EXIT.done;
}
