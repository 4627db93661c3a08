import Docker from 'dockerode';
import { describe, expect, test, vi } from 'vitest';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { sandboxContract } from '../contracts/sandbox-contract.ts';

const LABEL = 'mutagree.owner';
const probe = await dockerSandbox.probe();
const signal = new AbortController().signal;

/** Those of this process: other tests have containers at the same time. */
async function containers(): Promise<string[]> {
  const found = await new Docker().listContainers({ all: true, filters: { label: [LABEL] } });
  return found.filter(({ Labels }) => Labels[LABEL]?.endsWith(`:${process.pid}`)).map(({ Id }) => Id);
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
      await vi.waitFor(async () => expect(await containers()).toEqual([]), { timeout: 5000 });
    });
  });
}
