import { availableParallelism, homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cacheFolder } from '../../cache-folder.ts';
import { ConfigError, SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { ImageRecipe } from '../../core/image-recipe.ts';
import { plural } from '../../core/plural.ts';
import type { Progress } from '../../core/progress.ts';
import { imageKey, type RepositoryImage } from '../../core/repository.ts';
import type { Sandbox, SandboxPlugin } from '../../core/sandbox.ts';
import type { Task } from '../../core/task.ts';
import { datasetFormats } from '../../datasets/index.ts';
import type { NamedDataset } from '../../datasets/read-dataset.ts';
import { builtImages, requireImage } from '../../sandbox/images/docker-images.ts';
import { namedImage } from '../../sandbox/images/image-folders.ts';
import { chooseSandbox, sandboxes } from '../../sandbox/index.ts';
import { runCanary } from '../../sandbox/pool/canary.ts';
import { withJournal } from '../../sandbox/pool/with-journal.ts';
import { openRepositorySandbox } from '../../sandbox/repositories/repository-sandboxes.ts';
import { makeFolder } from '../../store/files.ts';
import { type JournalFile, openJournal } from '../../store/journal-file.ts';
import type { Context } from '../context.ts';
import { ownVersion } from '../git-commit.ts';
import type { QueueSettings, SandboxSettings } from '../settings/config.ts';
import { valuesOf } from '../settings/setting.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  /** Which one, and why, for people and the manifest. */
  readonly description: string;
  readonly workers: number;
  /** The parts of the choice that affect verdicts, apart from the sandbox's name. */
  readonly conditions: Readonly<Record<string, unknown>>;
  /** Image name -> digest; absent where tasks need no image of their own. */
  readonly images?: Readonly<Record<string, string>>;
}

/**
 * Chooses and starts a sandbox, and runs the canary in it. With `auto`, one that looked right but does not start gives
 * way to the next.
 */
export async function openSandbox(
  { sandbox: name = 'auto', jobs: workers = availableParallelism(), python, image }: SandboxSettings,
  { progress, warn, signal }: Pick<Context, 'progress' | 'warn' | 'signal'>,
): Promise<OpenedSandbox> {
  let plugins: readonly SandboxPlugin[] = sandboxes;
  // Naming an interpreter means wanting its packages: another sandbox would silently lack them.
  if (name === 'auto' && python) plugins = plugins.filter(({ usesHostPython }) => usesHostPython);
  for (;;) {
    const { plugin, reason } = await chooseSandbox(name, plugins);
    progress.note(`sandbox ${reason}`);
    const sandbox = await plugin.open({ jobs: workers, ...valuesOf({ python, image }) }).catch((error: unknown) => {
      if (name !== 'auto' || python !== undefined || !(error instanceof SandboxError)) throw error;
      progress.note(`sandbox ${plugin.name} does not start: ${error.message}`);
      return null;
    });
    plugins = plugins.filter((each) => each !== plugin);
    if (sandbox === null) continue;
    if (!plugin.isolates) {
      warn(`the ${plugin.name} sandbox isolates nothing; generated programs can read and delete your files.`);
    }
    try {
      await runCanary(sandbox, signal);
    } catch (error) {
      await sandbox.close();
      throw error;
    }
    return { sandbox, description: reason, workers, conditions: { python: python ?? null, image: image ?? null } };
  }
}

/** A sandbox that starts at the first need and serves every later one; a start that failed is tried again. */
export interface SharedSandbox {
  /** @throws SandboxError, ConfigError */
  open(use: Context): Promise<Sandbox>;
  close(): Promise<void>;
}

export function sharedSandbox(settings: SandboxSettings): SharedSandbox {
  let opened: Promise<Sandbox> | null = null;
  return {
    open: (use) => {
      opened ??= openSandbox(settings, use).then(({ sandbox }) => sandbox);
      opened.catch(() => {
        opened = null;
      });
      return opened;
    },
    close: async () => {
      const sandbox = await opened?.catch(() => null);
      await sandbox?.close();
    },
  };
}

type Choice = SandboxSettings & QueueSettings;
type TaskFile = Pick<NamedDataset, 'name' | 'format'>;

/**
 * The choice for tasks of a format whose tests need an image of their own: with docker that image, unless another was
 * named; with auto, docker if the image is built.
 */
async function withDatasetImage(choice: Choice, format: string, progress: Pick<Progress, 'note'>): Promise<Choice> {
  const name = datasetFormats.find((known) => known.name === format)?.image;
  const { sandbox, image, python, queue } = choice;
  const isOpen = image === undefined && python === undefined && (sandbox === 'docker' || sandbox === 'auto');
  if (name === undefined || !isOpen) return choice;
  const recipe = namedImage(name);
  const found = { ...choice, sandbox: 'docker', image: recipe.image };
  if (queue !== undefined) return sandbox === 'docker' ? found : choice;
  const command = `mutagree images build ${name}`;
  const [built] =
    sandbox === 'docker' ? [await requireImage(recipe, command)] : await builtImages([recipe]).catch(() => [null]);
  const lack = `these tests need Python packages that the image ${name} has; "${command}" builds it`;
  progress.note(built ? `image ${recipe.image} ${built.id}` : lack);
  return built ? found : choice;
}

function recipeOf(image: RepositoryImage): ImageRecipe {
  if (image.kind === 'folder') throw new ConfigError('sandbox-repository', `${image.path} is a folder, no image`);
  return image.kind === 'recipe' ? image.recipe : namedImage(image.name);
}

/**
 * The sandbox that these tasks need: containers of their own images for functions of repositories, else the one that
 * was chosen.
 *
 * @param dataset its name as it was given on the command line, for messages
 */
export async function openTaskSandbox(tasks: readonly Task[], dataset: TaskFile, choice: Choice, context: Context) {
  const { sandbox: name = 'auto', queue, jobs: workers = availableParallelism() } = choice;
  const { progress } = context;
  const targets = tasks.flatMap(({ repository }) => repository ?? []);
  if (targets.length > 0 && name !== 'auto' && name !== 'docker') {
    throw new ConfigError('sandbox-repository', `tasks of repositories run in Docker images, not in ${name}`, {
      hint: 'Choose --sandbox docker, or leave it out.',
    });
  }
  const recipes = new Map(targets.map(({ image }) => [imageKey(image), recipeOf(image)]));
  if (queue !== undefined) {
    const repositories = [...new Set([...recipes.values()].map(({ image }) => image))];
    const preload = [...new Set(tasks.flatMap((task) => task.preload ?? []))];
    const own = { ...(await withDatasetImage(choice, dataset.format, progress)), queue, preload };
    const { openQueue } = await import('./open-queue.ts');
    const opened: OpenedSandbox = await openQueue({ ...own, ...(targets.length > 0 && { repositories }) }, context);
    return opened;
  }
  if (targets.length === 0) return openSandbox(await withDatasetImage(choice, dataset.format, progress), context);
  const built = await builtImages([...recipes.values()]);
  const missing = [...recipes.values()].filter((_, at) => !built[at]).map(({ image }) => image);
  if (missing.length > 0) {
    const [what, them] = missing.length === 1 ? ['image is', 'it'] : ['images are', 'them'];
    throw new SandboxError('image-missing', `the ${what} not there: ${missing.join(', ')}`, {
      hint: `Build ${them} first: mutagree images build --dataset ${dataset.name}`,
    });
  }
  const ids = new Map([...recipes.keys()].map((key, at) => [key, built[at]?.id ?? '']));
  const images = Object.fromEntries([...recipes].map(([key, { image }]) => [image, ids.get(key) ?? '']));
  const description = `docker: ${plural(recipes.size, 'image')} of repositories`;
  progress.note(`sandbox ${description}`);
  const sandbox = await openRepositorySandbox(ids, { jobs: workers });
  return { sandbox, description, workers, images, conditions: { images } };
}

/** In the user's cache folder, which other users cannot write to. */
export function journalPath(file: string): string {
  const folder = cacheFolder({ platform: process.platform, env: process.env, home: homedir() });
  return join(folder, 'results', `${hashOf(resolve(file))}.jsonl`);
}

async function openJournalFile(path: string, fresh: boolean): Promise<JournalFile> {
  await makeFolder(dirname(path));
  return openJournal(path, { fresh });
}

/**
 * Opens a sandbox for a command's work, with every result kept in a journal, so that the same command resumes after an
 * interruption. The journal is gone once `work` has written its output. How many jobs run at once, and which sandbox
 * `auto` is, decide no verdict.
 *
 * @param place the file that the command writes, or reads if it prints only; null: nothing is kept
 */
export async function withKeptResults<Opened extends OpenedSandbox, T>(
  place: { readonly file: string; readonly fresh?: boolean | undefined } | null,
  { progress }: Pick<Context, 'progress'>,
  open: () => Promise<Opened>,
  work: (sandbox: Sandbox, opened: Opened) => Promise<T>,
): Promise<T> {
  const path = place && journalPath(place.file);
  const opening = path === null ? null : openJournalFile(path, place?.fresh === true);
  const journal = await opening?.catch((error: Error) => {
    progress.note(`results are not kept for the case of an interruption: ${error.message}`);
    return null;
  });
  const found = journal?.found ?? 0;
  if (found > 0)
    progress.note(`resumes with ${plural(found, 'result')} kept in ${path} (a fresh start does without them)`);
  try {
    const opened = await open();
    const { sandbox, conditions } = opened;
    const kept = journal && withJournal(sandbox, journal, { ...conditions, version: ownVersion() });
    const done = await work(kept ?? sandbox, opened).finally(async () => {
      await progress.finish();
      await sandbox.close();
    });
    if (found > 0) progress.note(`used ${journal?.used} of ${plural(found, 'result')} kept`);
    await journal?.remove();
    return done;
  } catch (error) {
    if (journal?.entries) {
      await journal.close();
      progress.note(`${plural(journal.entries, 'result')} kept in ${path}: the same command resumes from there`);
    } else await journal?.remove();
    throw error;
  }
}
