import { describe, test } from 'vitest';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { systemContract } from '../contracts/attacks/system-contract.ts';
import { hacksContract } from '../contracts/hacks-contract.ts';

const probe = await dockerSandbox.probe();
if (probe.available) {
  hacksContract(dockerSandbox);
  systemContract(dockerSandbox);
} else {
  describe('attacks: docker', () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));
}
