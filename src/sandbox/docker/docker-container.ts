import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { PassThrough } from 'node:stream';
import type Docker from 'dockerode';
import { isProcessAlive } from '../../living-process.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { type RunnerSettings, runnerEnvironment } from '../native/runner-launch.ts';

const LABEL = 'mutagree.owner';
const MEBIBYTE = 1024 * 1024;
/** For everything in one container; each candidate's own limit is the runner's to keep. */
const CONTAINER_MEMORY = 4096 * MEBIBYTE;
const SCRATCH_BYTES = 64 * MEBIBYTE;
const MOST_PROCESSES = 64;
/**
 * Paths hidden from programs: the daemon's own list (replaced if set), the kernel's files except processes, and the
 * image's accounts and state.
 */
const MASKED_PATHS = [
  ...['acpi', 'asound', 'kcore', 'keys', 'latency_stats', 'sched_debug', 'scsi', 'timer_list', 'timer_stats'].map(
    (name) => `/proc/${name}`,
  ),
  // A shared map of it is memory that no limit of a process counts.
  '/dev/zero',
  // Names of queues outlive their creators.
  '/dev/mqueue',
  ...['/sys', '/var', '/run', '/root', '/home', '/etc/passwd', '/etc/group'],
];
/** Within the users that a rootless daemon maps, too; the last one is nobody. */
const USERS = { judgeUid: 65532, zygoteUid: 65533, candidateUid: 65534 };
const NOBODY = '65534:65534';

function owner(): string {
  return `${hostname()}:${process.pid}`;
}

/** The properties of one kind of container. */
export interface ContainerShape {
  /** The settings of the container's first process. */
  readonly settings: RunnerSettings | { readonly repository: object };
  /** Folders in memory, besides `/dev/shm`. */
  readonly folders: readonly string[];
  /** Bytes of each of them. */
  readonly scratchBytes: number;
  readonly processes: number;
  /** Unreadable files and folders, besides those of every container. */
  readonly masked: readonly string[];
  /** A folder of the daemon's machine that is seen read-only at another place. */
  readonly bind?: { readonly folder: string; readonly at: string };
}

const PLAIN: ContainerShape = {
  settings: { scratch: ['/tmp', '/dev/shm'], packages: [], ...USERS },
  folders: ['/tmp'],
  scratchBytes: SCRATCH_BYTES,
  processes: MOST_PROCESSES,
  masked: [],
};

function containerOptions(image: string, shape: ContainerShape): Docker.ContainerCreateOptions {
  const { settings, folders, scratchBytes, processes, masked, bind } = shape;
  // It starts as root, with only the right to become its users; where tests of a repository run, all is nobody's.
  const users = !('repository' in settings);
  const names = users ? [] : ['USER=nobody', 'LOGNAME=nobody'];
  const scratch = `rw,nosuid,nodev,size=${scratchBytes},mode=1777`;
  return {
    Image: image,
    Entrypoint: [],
    Cmd: ['python3', '-I', '-S', '-B', '/entry/entry.py', JSON.stringify(settings)],
    User: users ? '0:0' : NOBODY,
    WorkingDir: '/tmp',
    Env: [...Object.entries(runnerEnvironment('/tmp')).map(([name, value]) => `${name}=${value}`), ...names],
    Hostname: 'sandbox',
    Labels: { [LABEL]: owner() },
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    // The container's input ends with ours, so that it ends with us.
    StdinOnce: true,
    Tty: false,
    HostConfig: {
      AutoRemove: true,
      // Loopback alone. "NetworkDisabled" would take /etc/hosts away, too, and with it the name localhost.
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      CapAdd: users ? ['SETUID', 'SETGID'] : [],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: processes,
      Memory: CONTAINER_MEMORY,
      MemorySwap: CONTAINER_MEMORY,
      NanoCpus: 1e9,
      ...(bind ? { Binds: [`${bind.folder}:${bind.at}:ro`] } : {}),
      Tmpfs: Object.fromEntries(folders.map((folder) => [folder, scratch])),
      ShmSize: scratchBytes,
      IpcMode: 'private',
      MaskedPaths: [...MASKED_PATHS, ...masked.map((path) => path.replace(/\/$/, ''))],
      LogConfig: { Type: 'none', Config: {} },
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
    },
  };
}

/** A container as a process with pipes. */
function processOf(docker: Docker, container: Docker.Container, stream: NodeJS.ReadWriteStream): RunnerPipes {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  docker.modem.demuxStream(stream, stdout, stderr);
  const events = new EventEmitter();
  // Data on its way to the demultiplexed streams comes first.
  const end = () => void setImmediate(() => events.emit('close', null, null));
  for (const event of ['close', 'end', 'error']) stream.once(event, end);
  const kill = () => {
    container.kill({ signal: 'SIGKILL' }).then(end, end);
    return true;
  };
  return Object.assign(events, { stdin: stream as PassThrough, stdout, stderr, kill });
}

/** Starts one container; everything in it ends when its input does. */
export async function startContainer(docker: Docker, image: string, shape = PLAIN): Promise<RunnerPipes> {
  const container = await docker.createContainer(containerOptions(image, shape));
  try {
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
    const running = processOf(docker, container, stream);
    await container.start();
    return running;
  } catch (error) {
    await container.remove({ force: true }).catch(() => {});
    throw error;
  }
}

/** Removes containers that killed runs of this machine left; normally they end with their input. */
export async function sweepContainers(docker: Docker): Promise<void> {
  const left = await docker.listContainers({ all: true, filters: { label: [LABEL] } });
  for (const { Id, Labels } of left) {
    const [host, pid] = `${Labels[LABEL]}`.split(':');
    if (host !== hostname() || isProcessAlive(Number(pid))) continue;
    const container = docker.getContainer(Id);
    await container.remove({ force: true }).catch(() => {});
  }
}
