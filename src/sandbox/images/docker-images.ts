import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type Docker from 'dockerode';
import { InterruptedError, SandboxError } from '../../core/errors.ts';
import type { BuiltImage, ImageRecipe } from '../../core/image-recipe.ts';
import { liesIn } from '../../lies-in.ts';
import { packageRoot } from '../../package-root.ts';
import { askDocker, BASE_IMAGE, ensureBaseImage, findImage, followed, type Say } from '../docker/docker-image.ts';
import type { BuildSettings } from './image-build-settings.ts';

/** The base of every benchmark image, where an image registry can be reached. */
const REGISTRY_BASE = 'debian:bookworm-slim';
const PULL_MS = 120_000;

/** How one image is built. */
export interface BuildOptions extends BuildSettings {
  /** An image with apt; `debian:bookworm-slim`, or one made from Debian packages, where absent. */
  readonly base?: string;
  readonly noCache?: boolean;
  readonly say: Say;
  readonly signal: AbortSignal;
}

async function builtImage(docker: Docker, recipe: ImageRecipe): Promise<BuiltImage | null> {
  const found = await findImage(docker, recipe.image);
  return found && { recipe, id: found.Id, bytes: found.Size, created: found.Created };
}

/** The base that is asked for, else Debian's own from the registry, else the one that we make. */
async function chooseBase(docker: Docker, asked: string | undefined, say: Say): Promise<string> {
  const wanted = asked ?? REGISTRY_BASE;
  if (await findImage(docker, wanted)) return wanted;
  try {
    say(`pulling ${wanted}`);
    const abort = AbortSignal.timeout(PULL_MS);
    await followed(docker, await docker.pull(wanted, { abortSignal: abort }), { signal: abort });
    return wanted;
  } catch (cause) {
    if (asked !== undefined) {
      throw new SandboxError('image-missing', `the base ${asked} is not there and cannot be pulled`, {
        cause,
        hint: 'docker images lists those that are; without --base, one is made from Debian packages.',
      });
    }
    say(`${wanted} cannot be pulled (${(cause as Error).message.split('\n')[0]}); taking ${BASE_IMAGE}`);
    await ensureBaseImage(docker, say);
    return BASE_IMAGE;
  }
}

const scripts = () => join(packageRoot(), 'src', 'sandbox', 'images', 'build');

/** Writes the build context; gives its files, relative to the folder. */
async function writeContext(folder: string, { dockerfile, files }: ImageRecipe, certificates: string) {
  const contents: Record<string, string> = { ...files, Dockerfile: dockerfile, 'build/ca.crt': certificates };
  for (const name of await readdir(scripts())) {
    contents[`build/${name}`] = await readFile(join(scripts(), name), 'utf8');
  }
  for (const [path, text] of Object.entries(contents)) {
    const file = join(folder, path);
    if (!liesIn(file, folder)) throw new Error(`${path} is outside the build context`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return Object.keys(contents);
}

/** Docker's data of each recipe's image; null if not built. @throws SandboxError `docker-failed` */
export function builtImages(recipes: readonly ImageRecipe[]): Promise<(BuiltImage | null)[]> {
  return askDocker((docker) => Promise.all(recipes.map((recipe) => builtImage(docker, recipe))));
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

const SHOWN_LINES = 8;

/** The error for a build that ended badly, with its last lines. */
export function buildFailure(
  { name, image }: Pick<ImageRecipe, 'name' | 'image'>,
  cause: Error & { readonly lines?: readonly string[] },
): SandboxError {
  const { lines = [], message } = cause;
  const shown = lines.length > 0 ? lines.slice(-SHOWN_LINES) : [message];
  return new SandboxError('image-failed', `the image ${image} could not be built:\n  ${shown.join('\n  ')}`, {
    cause,
    hint: `The lines above say why. --ca gives certificates, --index-url and --network lead to an index, "docker system df" shows what fills the disk; "mutagree images build ${name}" tries again.`,
  });
}

/**
 * Builds a recipe's image, line by line of progress to `say`; layers of earlier builds are used.
 *
 * @throws SandboxError `image-failed` with the last lines of the build
 */
export function buildRecipe(recipe: ImageRecipe, options: BuildOptions): Promise<BuiltImage> {
  return askDocker(async (docker) => {
    const { say, signal, pip, network, certificates, noCache = false } = options;
    const base = await chooseBase(docker, options.base, say);
    const baseId = (await findImage(docker, base))?.Id;
    const { version } = JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
    const folder = await mkdtemp(join(tmpdir(), 'mutagree-build-'));
    try {
      const src = await writeContext(folder, recipe, certificates);
      const stream = await docker.buildImage(
        { context: folder, src },
        {
          t: recipe.image,
          buildargs: { BASE: base, ...pip },
          labels: {
            'mutagree.recipe': recipe.digest,
            'mutagree.version': version,
            'mutagree.package': recipe.title,
            'mutagree.base': `${base} ${baseId}`,
          },
          networkmode: network,
          nocache: noCache,
          rm: true,
          forcerm: true,
          abortSignal: signal,
        },
      );
      await followed(docker, stream, { say, signal });
    } catch (cause) {
      if (signal.aborted) throw new InterruptedError();
      throw buildFailure(recipe, cause as Error & { lines?: readonly string[] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const built = await builtImage(docker, recipe);
    if (!built) throw new SandboxError('image-failed', `the image ${recipe.image} is not there after it was built`);
    return built;
  });
}
