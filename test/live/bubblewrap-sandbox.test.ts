import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { inProcessContract } from '../contracts/in-process-contract.ts';
import { sandboxContract } from '../contracts/sandbox-contract.ts';
import { whereAvailable } from '../fakes/sandbox-runs.ts';

await whereAvailable(bubblewrapSandbox, sandboxContract, inProcessContract);
