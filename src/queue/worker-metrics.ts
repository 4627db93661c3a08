import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../core/errors.ts';
import type { WorkerCounts } from './worker-notice.ts';

/** The state of a worker, read anew for each request. */
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
      hint: 'Install it next to mutagree: npm install prom-client@15',
    });
  }
}

type Value = (worker: MeasuredWorker) => number | Promise<number>;

const COUNTERS: readonly (readonly [name: string, help: string, value: Value])[] = [
  ['worker_jobs_done_total', 'Jobs whose results were handed in', ({ counts }) => counts.done],
  ['worker_jobs_failed_total', 'Jobs that the sandbox could not do', ({ counts }) => counts.failed],
  ['worker_jobs_refused_total', 'Jobs whose signature did not hold', ({ counts }) => counts.refused],
  ['worker_rows_total', 'Programs that were run on all tests of their suite', ({ counts }) => counts.rows],
  ['worker_cells_total', 'Verdicts: one program on one test', ({ counts }) => counts.cells],
  ['worker_cpu_seconds_total', 'CPU time of the sandboxed processes', ({ counts }) => counts.cpuMs / 1000],
];
const GAUGES: typeof COUNTERS = [
  ['worker_jobs_active', 'Jobs that are worked on', ({ counts }) => counts.active],
  ['worker_runners', 'Sandboxed runners', ({ jobs }) => jobs],
  ['queue_waiting', 'Jobs of this kind that wait in Redis', (worker) => worker.waiting()],
];

/**
 * Serves Prometheus's text format at `/metrics`, with the process metrics of `prom-client`.
 *
 * @returns its address, and a function that ends it
 * @throws ConfigError `metrics-package`, `port-taken`
 */
export async function serveMetrics(
  worker: MeasuredWorker,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): void }> {
  const { Counter, Gauge, Registry, collectDefaultMetrics } = await promClient();
  const register = new Registry();
  collectDefaultMetrics({ register });
  const common = (name: string, help: string) => ({ name: `mutagree_${name}`, help, registers: [register] });
  for (const [name, help, value] of COUNTERS) {
    const counter = new Counter({
      ...common(name, help),
      async collect() {
        counter.reset();
        counter.inc(await value(worker));
      },
    });
  }
  for (const [name, help, value] of GAUGES) {
    const gauge = new Gauge({
      ...common(name, help),
      async collect() {
        gauge.set(await value(worker));
      },
    });
  }
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('metrics are at /metrics\n');
      return;
    }
    void register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(503).end('Redis does not answer\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new ConfigError('port-taken', `${host}:${port} cannot be listened on (${cause.code})`, {
          hint: 'Choose another --metrics-port, or 0 for a free one.',
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
