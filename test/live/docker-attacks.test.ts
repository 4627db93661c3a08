import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { systemContract } from '../contracts/attacks/system-contract.ts';
import { hacksContract } from '../contracts/hacks-contract.ts';
import { whereAvailable } from '../fakes/sandbox-runs.ts';

await whereAvailable(dockerSandbox, hacksContract, systemContract);
