import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Whether redis-server is installed here. */
export const hasRedis = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A redis-server with an append-only file, which can be killed and started again with what it had. */
export class RedisServer {
  readonly url: string;
  #child: ChildProcess | null = null;

  private constructor(
    readonly directory: string,
    readonly port: number,
  ) {
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(directory: string): Promise<RedisServer> {
    const server = new RedisServer(directory, await freePort());
    await server.up();
    return server;
  }

  async up(): Promise<void> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.directory];
    const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
    const child = spawn('redis-server', [...own, ...kept], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let said = '';
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (part: Buffer) => {
        said += part.toString('utf8');
        if (/Ready to accept connections/.test(said)) resolve();
      });
      child.once('close', () => reject(new Error(`redis-server ended: ${said.slice(-500)}`)));
    });
    await ready;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await sleep(50);
  }

  client(): Redis {
    const client = new Redis({ host: '127.0.0.1', port: this.port, maxRetriesPerRequest: null });
    client.on('error', () => {});
    return client;
  }
}
