import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine, descendants, survivors } from './process-tree.ts';

test.skipIf(process.platform !== 'linux')(
  'a process that has ended and that nobody has asked for yet does not survive',
  async () => {
    // The shell becomes a program that never asks for its child.
    const child = spawn('sh', ['-c', 'sleep 0.3 & exec sleep 60'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    let below = descendants(child.pid ?? 0);
    while (below.size === 0) {
      await sleep(20);
      below = descendants(child.pid ?? 0);
    }
    expect(survivors(below)).toHaveLength(1);
    const [pid = 0] = below.keys();
    while (commandLine(pid) !== '') await sleep(20);
    await sleep(100);
    expect(descendants(child.pid ?? 0).has(pid)).toBe(true);
    expect(survivors(below)).toEqual([]);
  },
);
