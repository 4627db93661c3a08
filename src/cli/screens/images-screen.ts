import {
  buildBaseImage,
  buildImages,
  type ImageOutcome,
  type ImageSettings,
  listImages,
} from '../../app/build-images.ts';
import { builtText, imagesText } from '../../app/texts/images-text.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson, printResult } from '../io.ts';
import { printError } from '../print-error.ts';

export type ImagesBuildFlags = Omit<ImageSettings, 'name'> & { readonly json?: true };

/** `mutagree images build`: one image after the other. */
export async function buildScreen(
  name: string | undefined,
  { json, ...settings }: ImagesBuildFlags,
  io: Io,
): Promise<ExitCode> {
  const onImage = (outcome: ImageOutcome) => {
    if ('error' in outcome) printError(outcome.error, io);
    else if (!json) io.stdout(builtText(outcome.image));
  };
  const outcomes = await buildImages({ ...settings, name }, { ...io.use, onImage });
  const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.recipe.name] : []));
  if (json) {
    printJson(io, { images: outcomes.flatMap((outcome) => ('image' in outcome ? [outcome.image] : [])), failed });
  }
  if (failed.length > 0)
    io.stderr(`${failed.length}/${outcomes.length} images could not be built: ${failed.join(', ')}\n`);
  return failed.length > 0 ? EXIT.infrastructure : EXIT.done;
}

/** `mutagree images list`: every image that a benchmark brings, or those of one task file, and which are built. */
export async function listScreen(
  { dataset, json }: { readonly dataset?: string; readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const images = await listImages({ dataset }, io.use);
  const document = { images: images.map(({ found, ...row }) => ({ ...row, ...(found ?? {}) })) };
  printResult(io, json, document, () => imagesText(images, dataset));
  return EXIT.done;
}

export interface ImagesBaseFlags {
  readonly packages?: readonly string[];
  readonly name?: string;
  readonly json?: true;
}

const tagged = (name: string) => (name.includes(':') ? name : `${name}:latest`);

/** `mutagree images base`: the image with Python from Debian packages. */
export async function baseScreen({ name, packages, json }: ImagesBaseFlags, io: Io): Promise<ExitCode> {
  if ((name === undefined) !== (packages === undefined)) {
    throw new ConfigError('incomplete-image', '--name and --packages belong together', {
      mend: 'Give both, or neither for the image with Python alone.',
    });
  }
  const own = name && packages ? { name: tagged(name), packages } : undefined;
  const id = await buildBaseImage(own, io.use);
  if (json) printJson(io, { image: name ?? 'base', id });
  else io.stdout(`${id}\n`);
  return EXIT.done;
}
