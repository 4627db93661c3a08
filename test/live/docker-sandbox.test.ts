import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { sandboxContract } from '../contracts/sandbox-contract.ts';

const LABEL = 'mutagree.owner';
const probe = await dockerSandbox.probe();
const signal = new AbortController().signal;

/** Those of one process, this one unless told: other tests have containers at the same time. */
async function containers(pid = process.pid): Promise<string[]> {
  const found = await new Docker().listContainers({ all: true, filters: { label: [LABEL] } });
  return found.filter(({ Labels }) => Labels[LABEL]?.endsWith(`:${pid}`)).map(({ Id }) => Id);
}

async function settled(expected: (ids: string[]) => boolean, pid?: number): Promise<string[]> {
  for (let tries = 0; tries < 50; tries++) {
    const ids = await containers(pid);
    if (expected(ids)) return ids;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return containers(pid);
}

if (!probe.available) {
  describe('docker sandbox', () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));
} else {
  // The first start on a machine makes the image, which no test's time limit has to allow for.
  const first = await dockerSandbox.open({ jobs: 1 });
  await runCanary(first, signal);
  await first.close();

  sandboxContract(dockerSandbox);

  describe('docker sandbox', () => {
    test('containers are locked down', async () => {
      const sandbox = await dockerSandbox.open({ jobs: 1 });
      try {
        await runCanary(sandbox, signal);
        const [id] = await containers();
        const container = new Docker().getContainer(`${id}`);
        const { HostConfig, Config } = await container.inspect();
        expect(HostConfig).toMatchObject({
          AutoRemove: true,
          NetworkMode: 'none',
          ReadonlyRootfs: true,
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges'],
          Privileged: false,
        });
        expect([...(HostConfig.CapAdd ?? [])].sort()).toEqual(['SETGID', 'SETUID']);
        expect(HostConfig.Binds ?? []).toEqual([]);
        expect(HostConfig.PidsLimit).toBeGreaterThan(0);
        expect(HostConfig.Memory).toBeGreaterThan(0);
        expect(Config.StdinOnce).toBe(true);
        // It begins as root to become its users, and none of its processes is root any more.
        const { Processes } = (await container.top({ ps_args: '-eo pid,ruid' })) as { Processes: [string, string][] };
        expect(new Set(Processes.map(([, uid]) => uid))).toEqual(new Set(['65532', '65533']));
      } finally {
        await sandbox.close();
      }
      expect(await settled((ids) => ids.length === 0)).toEqual([]);
    });

    test('a killed run leaves no container, whatever its candidate is doing', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'mutagree-docker-'));
      const script = join(folder, 'parent.mts');
      await writeFile(
        script,
        `import { dockerSandbox } from ${JSON.stringify(join(packageRoot(), 'src', 'sandbox', 'docker', 'docker-sandbox.ts'))};
const sandbox = await dockerSandbox.open({ jobs: 1 });
const suite = { id: 's', entryPoint: 'f', tests: [{ id: '0', body: { kind: 'assertion', code: 'assert f() == 1' } }] };
const run = (code: string) => sandbox.run({ id: 'x', code, suite, limits: { timeoutMs: 60_000, memoryMib: 256 } } as never, new AbortController().signal);
await run('def f(): return 1');
process.stdout.write('ready');
await run('def f():\\n    while True: pass');`,
      );
      const args = ['--import', 'tsx', script];
      const parent = spawn(process.execPath, args, { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        await new Promise((resolve) => parent.stdout.once('data', resolve));
        await new Promise((resolve) => setTimeout(resolve, 500));
        expect((await containers(parent.pid)).length).toBe(1);
        parent.kill('SIGKILL');
        expect(await settled((ids) => ids.length === 0, parent.pid)).toEqual([]);
      } finally {
        parent.kill('SIGKILL');
        await rm(folder, { recursive: true, force: true });
      }
    });

    test('a killed container is replaced, and its job runs again', async () => {
      const sandbox = await dockerSandbox.open({ jobs: 1 });
      try {
        await runCanary(sandbox, signal);
        const suite = {
          id: 'killed',
          entryPoint: 'f',
          tests: [{ id: '0', body: { kind: 'assertion', code: 'assert f() == 1' } as const }],
        };
        const code = 'import time\ndef f():\n    time.sleep(1.5)\n    return 1';
        const limits = { timeoutMs: 2000, memoryMib: 256 };
        const result = sandbox.run({ id: 'slow', code, suite, limits }, signal);
        const [id] = await containers();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await new Docker().getContainer(`${id}`).kill();
        expect((await result).verdicts).toEqual(['pass']);
      } finally {
        await sandbox.close();
      }
    });
  });
}
