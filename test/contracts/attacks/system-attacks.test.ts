import { bubblewrapSandbox } from '../../../src/sandbox/native/bubblewrap-sandbox.ts';
import { whereAvailable } from '../../fakes/sandbox-runs.ts';
import { systemContract } from './system-contract.ts';

await whereAvailable(bubblewrapSandbox, systemContract);
