import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
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
  const { services } = parse(read('compose.yaml'));
  expect(Object.keys(services)).toEqual(['redis', 'worker']);
  for (const port of services.redis.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(services.worker).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(services.redis.command).toMatch(/--appendonly yes .*--maxmemory-policy noeviction .*--requirepass/s);
  expect(services.worker.environment['MUTAGREE_QUEUE_SECRET']).toMatch(/^\$\{MUTAGREE_QUEUE_SECRET:\?/);
  assertWorkerCommand(services.worker.command);
  expect(read(services.worker.build.dockerfile)).toContain('npm install --global mutagree');
});

test('kubernetes.yaml: every object has a kind of ours, and what refers to another names one that is there', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const objects = documents.map((document) => document.toJS());
  const kinds = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
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
  expect(keys).toContain(authentication.spec.secretTargetRef[0].key);
  expect(scaled.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  expect(scaled.spec.triggers[0].authenticationRef.name).toBe(authentication.metadata.name);
  expect(scaled.spec.triggers[0].metadata.listName).toMatch(/^mutagree:[a-z]+-[0-9a-f]{16}:wait$/);
});
