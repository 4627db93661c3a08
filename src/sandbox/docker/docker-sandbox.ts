import Docker from 'dockerode';
import { SandboxError } from '../../core/errors.ts';
import type { SandboxPlugin, SandboxProbe } from '../../core/sandbox.ts';
import { openNativeSandbox } from '../native/native-sandbox.ts';
import { startContainer, sweepContainers } from './docker-container.ts';
import {
  askDocker,
  BASE_IMAGE,
  canMakeBaseImage,
  ensureBaseImage,
  ensureRunnerImage,
  findImage,
  type Say,
  START_DAEMON,
} from './docker-image.ts';

const PROBE_MS = 3000;

const toStderr: Say = (line) => void process.stderr.write(`mutagree: ${line}\n`);

async function probe(): Promise<SandboxProbe> {
  const docker = new Docker({ timeout: PROBE_MS });
  try {
    const { Version } = await docker.version();
    const found = await findImage(docker, BASE_IMAGE);
    const detail = `Docker ${Version}, ${BASE_IMAGE}`;
    if (found) return { available: true, detail: `${detail} ${found.Id}` };
    if (canMakeBaseImage()) return { available: true, detail: `${detail} (made at the first run, in about a minute)` };
    return {
      available: false,
      detail: `${detail} is missing and cannot be made here`,
      hint: 'Install debootstrap and run "mutagree images base" as root.',
    };
  } catch (error) {
    return { available: false, detail: `no Docker daemon answers: ${(error as Error).message}`, hint: START_DAEMON };
  }
}

/** Makes the base image where it is missing; gives its id. @throws SandboxError */
export function makeBaseImage(say: Say): Promise<string> {
  return askDocker((docker) => ensureBaseImage(docker, say));
}

async function idOf(docker: Docker, name: string): Promise<string> {
  const found = await findImage(docker, name);
  if (found) return found.Id;
  throw new SandboxError('image-missing', `the image ${name} is not there`, {
    hint: '"mutagree images list" shows those of the benchmarks with the command that builds each; docker images lists what is there.',
  });
}

/** The image of the containers, known once the sandbox is open. @throws SandboxError */
export async function dockerImage(name: string = BASE_IMAGE): Promise<{ readonly name: string; readonly id: string }> {
  return { name, id: await askDocker((docker) => idOf(docker, name)) };
}

/**
 * The native runner in containers: read-only, without network, capabilities or privileges, as nobody, with limits of
 * memory, processes and CPU. A container serves many candidates, and ends with its input.
 */
export const dockerSandbox: SandboxPlugin = {
  name: 'docker',
  summary: 'containers of a Docker daemon; makes its own image from Debian packages',
  isolates: true,
  probe,
  async open(options) {
    const image = await askDocker(async (docker) => {
      await sweepContainers(docker);
      const base = options.image ? await idOf(docker, options.image) : await ensureBaseImage(docker, toStderr);
      return ensureRunnerImage(docker, base);
    });
    return openNativeSandbox('docker', () => askDocker((docker) => startContainer(docker, image)), options);
  },
};
