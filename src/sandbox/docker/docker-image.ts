import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { InterruptedError, SandboxError } from '../../core/errors.ts';
import { filesIn, hashOfFiles, runnerFolder } from '../native/runner-launch.ts';

/** The image that programs run in unless a dataset brings its own: Debian with its Python, nothing else. */
export const BASE_IMAGE = 'mutagree-base:bookworm';
const RUNNER_IMAGE = 'mutagree-runner';
const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
const DEBOOTSTRAP = '/usr/sbin/debootstrap';
const KEPT_LINES = 40;
const LEFT_OUT = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'];

/** Reports slow steps to people. */
export type Say = (line: string) => void;

/** The hint if no Docker daemon answers. */
export const START_DAEMON = 'Start the Docker daemon (DOCKER_HOST is followed), or use --sandbox bubblewrap or wasm.';

/** Asks Docker; a daemon that does not answer is a failure of the sandbox. @throws SandboxError `docker-failed` */
export async function askDocker<T>(ask: (docker: Docker) => Promise<T>): Promise<T> {
  try {
    return await ask(new Docker());
  } catch (cause) {
    if (cause instanceof SandboxError || cause instanceof InterruptedError) throw cause;
    throw new SandboxError('docker-failed', `Docker does not do its part: ${(cause as Error).message}`, {
      cause,
      hint: START_DAEMON,
    });
  }
}

/** What Docker says of an image, or null if there is none; its `Id` is a digest of its configuration and layers. */
export async function findImage(docker: Docker, name: string): Promise<Docker.ImageInspectInfo | null> {
  try {
    return await docker.getImage(name).inspect();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null;
    throw error;
  }
}

/** Whether this machine can make the base image without an image registry. */
export function canMakeBaseImage(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync(DEBOOTSTRAP);
}

/**
 * Makes the base image from Debian packages where it is missing, without an image registry; gives its id.
 *
 * @throws SandboxError `image-missing` when it cannot be made here, `image-failed` when making it fails.
 */
export async function ensureBaseImage(docker: Docker, say: Say): Promise<string> {
  const found = await findImage(docker, BASE_IMAGE);
  if (found) return found.Id;
  if (!canMakeBaseImage()) {
    throw new SandboxError('image-missing', `the image ${BASE_IMAGE} is missing and cannot be made here`, {
      hint: `Install debootstrap and run "mutagree images base" as root, or import an image with python3 as ${BASE_IMAGE}.`,
    });
  }
  say(`making the image ${BASE_IMAGE} from Debian packages, once; this takes about a minute`);
  const folder = await mkdtemp(join(tmpdir(), 'mutagree-image-'));
  try {
    await promisify(execFile)(DEBOOTSTRAP, ['--variant=minbase', '--include=python3', SUITE, folder, MIRROR], {
      maxBuffer: 64 * 1024 * 1024,
    });
    await importFolder(docker, folder, BASE_IMAGE);
    return (await docker.getImage(BASE_IMAGE).inspect()).Id;
  } catch (cause) {
    const { stdout = '', stderr = '', message } = cause as { stdout?: string; stderr?: string; message: string };
    const reason = `${stderr}\n${stdout}`.trim().split('\n').at(-1) || message;
    throw new SandboxError('image-failed', `the image ${BASE_IMAGE} could not be made: ${reason}`, {
      cause,
      hint: `Check that ${MIRROR} can be reached, or use --sandbox bubblewrap or wasm.`,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importFolder(docker: Docker, folder: string, name: string): Promise<void> {
  const excluded = LEFT_OUT.map((path) => `--exclude=./${path}/*`);
  const tar = spawn('tar', ['-C', folder, ...excluded, '-c', '.'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [repo, tag = 'latest'] = name.split(':');
  const reply = await docker.importImage(tar.stdout, { repo, tag });
  await followed(docker, reply);
}

/**
 * An image with the runner on top of `base`, made where it is missing; gives its name. It is baked in and not mounted,
 * since the daemon may be on a machine that does not see our files.
 */
export async function ensureRunnerImage(docker: Docker, base: string): Promise<string> {
  const folder = dirname(runnerFolder());
  // The runner, and the container's first process.
  const files = [...filesIn(runnerFolder(), '.py'), join(folder, 'images', 'entry.py')];
  const ofBase = createHash('sha256').update(base).digest('hex').slice(0, 12);
  const [repo, tag] = [RUNNER_IMAGE, `${ofBase}-${hashOfFiles(files, '').slice(0, 12)}`];
  const name = `${repo}:${tag}`;
  if (await findImage(docker, name)) return name;
  // A container that never starts takes the files; its file system becomes the image.
  const container = await docker.createContainer({ Image: base, Cmd: ['python3'], NetworkDisabled: true });
  try {
    const shape = ['--owner=0', '--group=0', '--mode=a+rX', '--transform', 's,^images/,entry/,'];
    const tar = spawn('tar', ['-C', folder, ...shape, '-c', ...files.map((file) => relative(folder, file))], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await container.putArchive(tar.stdout, { path: '/' });
    await container.commit({ repo, tag });
  } finally {
    await container.remove({ force: true });
  }
  await removeOlder(docker, `${RUNNER_IMAGE}:${ofBase}-`, name);
  return name;
}

/** Images of the same base with an older runner; one that is in use stays. */
async function removeOlder(docker: Docker, prefix: string, kept: string): Promise<void> {
  const images = await docker.listImages({ filters: { reference: [RUNNER_IMAGE] } });
  const names = images.flatMap(({ RepoTags }) => RepoTags ?? []);
  for (const name of names.filter((other) => other.startsWith(prefix) && other !== kept)) {
    const image = docker.getImage(name);
    await image.remove().catch(() => {});
  }
}

type Progress = { stream?: string; error?: string };

/** Follows one of Docker's progress streams to its end; the error that it throws on failure has the last lines. */
export function followed(
  docker: Docker,
  stream: NodeJS.ReadableStream,
  { say = () => {}, signal }: { readonly say?: Say; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const last: string[] = [];
  const keep = (text: string) => {
    for (const line of text.split('\n').map((each) => each.trimEnd())) {
      if (line === '') continue;
      say(line);
      last.push(line);
      if (last.length > KEPT_LINES) last.shift();
    }
  };
  return new Promise((resolve, reject) => {
    const stop = () => (stream as NodeJS.ReadableStream & { destroy(error: Error): void }).destroy(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    const end = (error: Error | null) => {
      signal?.removeEventListener('abort', stop);
      if (error) reject(Object.assign(error, { lines: last }));
      else resolve();
    };
    docker.modem.followProgress(stream, end, (event: Progress) => {
      keep(event.stream ?? event.error ?? '');
    });
  });
}
