import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../fakes/temp-dir.ts';
import { commandLine, descendants, survivors } from './process-tree.ts';
import { startCommand } from './start-command.ts';

const isWorker = (pid: number) => commandLine(pid).includes('src/cli/main.js');

/** While the working process still loads, and when it is at work. */
test.skipIf(process.platform !== 'linux').each([0, 300, 450, 600, 750, 3000])(
  'the supervisor killed %i ms after its worker began: nothing goes on without it',
  async (delayMs) => {
    const { child } = startCommand(['view', await tempDir(), '--port', '0']);
    const pid = child.pid ?? 0;
    while (![...descendants(pid).keys()].some(isWorker)) await sleep(10);
    await sleep(delayMs);
    const below = descendants(pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const started = performance.now();
    while (survivors(below).length > 0 && performance.now() - started < 40_000) await sleep(100);
    const left = survivors(below).map(commandLine);
    for (const survivor of survivors(below)) process.kill(survivor, 'SIGKILL');
    expect(left).toEqual([]);
  },
  120_000,
);
