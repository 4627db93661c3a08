import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { createProgram } from '../../src/cli/run-cli.ts';
import { packageRoot } from '../../src/package-root.ts';
import { fakeIo } from '../fakes/fake-io.ts';

const read = (name: string) => readFileSync(join(packageRoot(), 'docs/queue', name), 'utf8');

/** The flags of `mutagree worker`, and which of them take a value. */
function assertWorkerCommand(words: readonly string[]): void {
  expect(words.slice(0, 2)).toEqual(['mutagree', 'worker']);
  const worker = createProgram(fakeIo(), () => {}).commands.find((command) => command.name() === 'worker');
  const flags = new Set(worker?.options.map(({ long }) => long));
  const given = words.filter((word) => word.startsWith('--'));
  expect(given).toContain('--queue');
  for (const flag of given) expect(flags, flag).toContain(flag);
}

test('compose.yaml: a Redis that keeps everything, workers with the secret and without rights', () => {
  const service = z.strictObject({
    image: z.string().optional(),
    build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
    command: z.union([z.string(), z.array(z.string())]),
    volumes: z.array(z.string()).optional(),
    ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
    healthcheck: z.strictObject({ test: z.array(z.string()), interval: z.string() }).optional(),
    environment: z.record(z.string(), z.string()),
    depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
    stop_grace_period: z.string().optional(),
    read_only: z.literal(true).optional(),
    tmpfs: z.array(z.string()).optional(),
    cap_drop: z.array(z.literal('ALL')).optional(),
    security_opt: z.array(z.string()).optional(),
    restart: z.string(),
  });
  const schema = z.strictObject({
    services: z.strictObject({ redis: service, worker: service }),
    volumes: z.record(z.string(), z.null()),
  });
  const { services } = schema.parse(parse(read('compose.yaml')));
  expect(services.redis.command).toMatch(/--appendonly yes .*--maxmemory-policy noeviction .*--requirepass/s);
  expect(services.worker.environment['MUTAGREE_QUEUE_SECRET']).toMatch(/^\$\{MUTAGREE_QUEUE_SECRET:\?/);
  assertWorkerCommand(services.worker.command as string[]);
  const { dockerfile } = services.worker.build as { dockerfile: string };
  expect(read(dockerfile)).toContain('npm install --global mutagree');
});

test('kubernetes.yaml: every object has a kind of ours, and what refers to another names one that is there', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const named = z.object({ apiVersion: z.string(), kind: z.string(), metadata: z.object({ name: z.string() }) });
  const objects = documents.map((document) => document.toJS());
  const kinds = objects.map((object) => named.parse(object)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(kinds).toEqual([
    'Secret mutagree-queue',
    'Deployment mutagree-worker',
    'TriggerAuthentication mutagree-queue',
    'ScaledObject mutagree-worker',
  ]);
  const [secret, deployment, authentication, scaled] = objects;
  const pod = deployment.spec.template;
  expect(pod.metadata.labels).toMatchObject(deployment.spec.selector.matchLabels);
  const [container] = pod.spec.containers;
  assertWorkerCommand([...container.command, ...(container.args ?? [])]);
  const keys = Object.keys(secret.stringData);
  for (const { valueFrom } of container.env) {
    expect(valueFrom.secretKeyRef.name).toBe(secret.metadata.name);
    expect(keys).toContain(valueFrom.secretKeyRef.key);
  }
  expect(container.env.map(({ name }: { name: string }) => name)).toContain('MUTAGREE_QUEUE_SECRET');
  const volumes = pod.spec.volumes.map(({ name }: { name: string }) => name);
  for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
  expect(keys).toContain(authentication.spec.secretTargetRef[0].key);
  expect(scaled.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  expect(scaled.spec.triggers[0].authenticationRef.name).toBe(authentication.metadata.name);
  expect(scaled.spec.triggers[0].metadata.listName).toMatch(/^mutagree:[a-z]+-[0-9a-f]{16}:wait$/);
});
