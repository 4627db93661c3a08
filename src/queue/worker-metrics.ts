import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../core/errors.ts';
import type { WorkerCounts } from './worker-counts.ts';

/** What is measured anew each time that somebody asks. */
export interface MeasuredWorker {
  readonly counts: WorkerCounts;
  readonly jobs: number;
  /** Jobs of its kind that wait in Redis. */
  waiting(): Promise<number>;
}

async function promClient(): Promise<typeof import('prom-client')> {
  try {
    const loaded = await import('prom-client');
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new ConfigError('metrics-package', 'metrics need the package prom-client', {
      cause,
      mend: 'Install it beside mutagree: npm install prom-client@15',
    });
  }
}

/** Names, and what of the counts each is. */
const COUNTERS: readonly (readonly [name: string, help: string, of: (counts: WorkerCounts) => number])[] = [
  ['mutagree_worker_jobs_done_total', 'Jobs whose results were handed in', ({ done }) => done],
  ['mutagree_worker_jobs_failed_total', 'Jobs that the sandbox could not do', ({ failed }) => failed],
  ['mutagree_worker_jobs_refused_total', 'Jobs whose signature did not hold', ({ refused }) => refused],
  ['mutagree_worker_replies_total', 'Replies of models', ({ replies }) => replies],
  ['mutagree_worker_rows_total', 'Programs that were run on all tests of their suite', ({ rows }) => rows],
  ['mutagree_worker_cells_total', 'Verdicts: one program on one test', ({ cells }) => cells],
  ['mutagree_worker_cpu_seconds_total', 'CPU time of the sandboxed processes', ({ cpuMs }) => cpuMs / 1000],
];

/**
 * Prometheus's text format at `/metrics`, with what `prom-client` knows of the process.
 *
 * @returns its address, and what ends it
 * @throws ConfigError `metrics-package`, `port-taken`
 */
export async function serveMetrics(
  worker: MeasuredWorker,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): void }> {
  const prometheus = await promClient();
  const registers = [new prometheus.Registry()];
  prometheus.collectDefaultMetrics({ register: registers[0] as InstanceType<typeof prometheus.Registry> });
  for (const [name, help, of] of COUNTERS) {
    new prometheus.Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(of(worker.counts));
      },
    });
  }
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new prometheus.Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await value());
      },
    });
  gauge('mutagree_worker_jobs_active', 'Jobs that are worked on', () => worker.counts.active);
  gauge('mutagree_worker_runners', 'Sandboxed runners', () => worker.jobs);
  gauge('mutagree_queue_waiting', 'Jobs of this kind that wait in Redis', () => worker.waiting());
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('metrics are at /metrics\n');
      return;
    }
    void (registers[0] as InstanceType<typeof prometheus.Registry>).metrics().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end('Redis does not answer\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new ConfigError('port-taken', `${host}:${port} cannot be listened on (${cause.code})`, {
          mend: 'Choose another --metrics-port, or 0 for a free one.',
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
