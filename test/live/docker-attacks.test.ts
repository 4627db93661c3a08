import { describe, test } from 'vitest';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { apartContract } from '../contracts/attacks/apart-contract.ts';
import { attacksContract } from '../contracts/attacks/attacks-contract.ts';
import { systemContract } from '../contracts/attacks/system-contract.ts';

const probe = await dockerSandbox.probe();
if (probe.available) {
  attacksContract(dockerSandbox);
  apartContract(dockerSandbox);
  systemContract(dockerSandbox);
} else {
  describe('attacks: docker', () => test.skip(`${probe.detail}. ${probe.mend}`, () => {}));
}
