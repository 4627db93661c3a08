/**
 * Started by `bubblewrap-unprivileged.test.ts` as another user: the canary, then every n-th hostile program with an
 * honest one after it. Prints one JSON document.
 */
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { hostilePrograms } from '../contracts/hostile-programs.ts';
import { suiteOf } from '../fakes/sandbox-runs.ts';

const every = Number(process.argv[2] ?? 1);
const { signal } = new AbortController();
const limits = { timeoutMs: 400, memoryMib: 256 };

const sandbox = await bubblewrapSandbox.open({ jobs: 1 });
await runCanary(sandbox, signal);
const programs = hostilePrograms.filter((_, index) => index % every === 0);
const succeeded: string[] = [];
const poisoned: string[] = [];
for (const { name, code, test } of programs) {
  const attack = await sandbox.run({ id: name, code, suite: suiteOf([test]), limits }, signal);
  if (attack.verdicts[0] === 'pass') succeeded.push(name);
  const honest = 'import os\ndef f(x):\n    open("mine", "w").close()\n    return x * 2 * len(os.listdir("."))';
  const after = await sandbox.run({ id: 'honest', code: honest, suite: suiteOf(['assert f(3) == 6']), limits }, signal);
  if (after.verdicts[0] !== 'pass') poisoned.push(`${name}: ${after.verdicts[0]} ${after.details[0]}`);
}
await sandbox.close();
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), programs: programs.length, succeeded, poisoned }));
