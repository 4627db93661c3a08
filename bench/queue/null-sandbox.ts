import type { Sandbox } from '../../src/core/sandbox.ts';
import { PROTOCOL } from '../../src/queue/job-messages.ts';
import type { WorkerAbilities } from '../../src/queue/worker-abilities.ts';

/** Says at once that everything passes: what is left is the way there and back. */
export const nullSandbox: Sandbox = {
  name: 'null',
  run: async ({ suite }) => ({
    verdicts: suite.tests.map(() => 'pass'),
    outputs: suite.tests.map(({ id }) => id),
    details: suite.tests.map(() => null),
    weak: suite.tests.map(() => false),
    cpuMs: 0,
  }),
  close: async () => {},
};

export const NULL_ABILITIES: WorkerAbilities = {
  ...{ protocol: PROTOCOL, version: 'bench', runner: 'none', sandbox: 'null', python: null },
  ...{ packages: null, modules: null, image: null, repositories: null, models: [] },
};
