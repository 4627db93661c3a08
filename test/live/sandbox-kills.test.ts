/**
 * SIGKILL in mid-run of mutagree, of a runner and of a container, at random moments, on bubblewrap and docker in turn:
 * `MUTAGREE_KILL_ROUNDS` of each (2 unless told).
 */

import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { beforeAll, describe, expect, test } from 'vitest';
import { dockerSandbox } from '../../src/sandbox/docker/docker-sandbox.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { loadRun, readLog } from '../../src/store/load-run.ts';
import { suiteDir } from '../fakes/temp-dir.ts';
import { commandLine, descendants, type ProcessSet, survivors } from './process-tree.ts';
import { sorted, startCommand } from './start-command.ts';

const rounds = Number(process.env['MUTAGREE_KILL_ROUNDS'] ?? 2);
const TASKS = process.env['MUTAGREE_KILL_TASKS'] ?? '8';
/** After a kill, or after the end of a run. */
const SETTLE_MS = 5000;
const docker = new Docker();
const probes = { bubblewrap: await bubblewrapSandbox.probe(), docker: await dockerSandbox.probe() };
const missing = Object.entries(probes).flatMap(([name, probe]) =>
  probe.available ? [] : [`${name}: ${probe.detail}`],
);
type Kind = keyof typeof probes;
const kindOf = (round: number): Kind => (round % 2 ? 'docker' : 'bubblewrap');

const start = (sandbox: Kind, out: string) =>
  startCommand(['run', '--config', 'data/demo.yaml', '--limit', TASKS, '--sandbox', sandbox, '--out', out]);

/** What a run found out, without its times. */
async function resultsOf(out: string) {
  const { rankings, official } = await loadRun(out);
  const verdicts = (await readLog(out, 'verdicts')).map(({ cpuMs: _, ...row }) => row);
  return { verdicts: sorted(verdicts), rankings: sorted(rankings), official: sorted(official) };
}

/** Containers of any of these processes; the one that a command starts as leaves the work to one below it. */
async function containersOf(owners: Iterable<number>): Promise<string[]> {
  const labels = new Set([...owners].map((pid) => `${hostname()}:${pid}`));
  const found = await docker.listContainers({ all: true, filters: { label: ['mutagree.owner'] } });
  return found.filter(({ Labels }) => labels.has(`${Labels['mutagree.owner']}`)).map(({ Id }) => Id);
}

const ownersOf = (pid: number) => [pid, ...descendants(pid).keys()];

/** Everything that belongs to a run: what is below it, and its containers, whose processes are below the daemon. */
async function processesOf(pid: number): Promise<ProcessSet> {
  const found = new Map(descendants(pid));
  for (const id of await containersOf(ownersOf(pid)).catch(() => [])) {
    const { stdout } = await promisify(execFile)('docker', ['top', id, '-eo', 'pid']).catch(() => ({ stdout: '' }));
    for (const text of stdout.trim().split('\n').slice(1)) {
      for (const [other, started] of descendants(Number(text))) found.set(other, started);
    }
  }
  return found;
}

/** Waits until a random share of the verdicts is written; false when the run ended before. */
async function midRun(child: ChildProcess, out: string, total: number): Promise<boolean> {
  const wanted = 1 + Math.floor(Math.random() * total * 0.7);
  while (child.exitCode === null) {
    if ((await readLog(out, 'verdicts').catch(() => [])).length >= wanted) return true;
    await sleep(20);
  }
  return false;
}

async function expectNothingLeft(processes: ProcessSet, killedAt: number): Promise<void> {
  const isLeft = async () => survivors(processes).length > 0 || (await containersOf(processes.keys())).length > 0;
  while (performance.now() < killedAt + SETTLE_MS && (await isLeft())) await sleep(100);
  expect(survivors(processes).map(commandLine)).toEqual([]);
  expect(await containersOf(processes.keys())).toEqual([]);
}

const isRunner = (pid: number) => commandLine(pid).includes('/runner/main.py');

describe.skipIf(missing.length > 0)(
  `killed in mid-run, ${rounds} times each (${missing.join('; ') || 'all there'})`,
  () => {
    const folder = suiteDir();
    let runs = 0;
    const newRun = () => join(folder, `${runs++}`);
    const calm: Partial<Record<Kind, Awaited<ReturnType<typeof resultsOf>>>> = {};

    beforeAll(async () => {
      for (const kind of ['bubblewrap', 'docker'] as const) {
        const out = newRun();
        await start(kind, out).isDone();
        calm[kind] = await resultsOf(out);
      }
      expect(calm.docker?.verdicts.length).toBeGreaterThan(30);
    }, 300_000);

    const everyRound = Array.from({ length: rounds }, (_, round) => [round, kindOf(round)] as const);

    async function begin(kind: Kind) {
      const out = newRun();
      const { child, isDone } = start(kind, out);
      expect(await midRun(child, out, calm[kind]?.verdicts.length ?? 0)).toBe(true);
      return { out, child, isDone, pid: child.pid ?? 0 };
    }

    /** A kill that came after the last verdict was none in mid-run, and is made again. */
    async function killMidRun(kind: Kind, triesLeft = 4) {
      const { out, child, pid } = await begin(kind);
      const processes = await processesOf(pid);
      child.kill('SIGKILL');
      const killedAt = performance.now();
      await once(child, 'close');
      const total = calm[kind]?.verdicts.length ?? 0;
      if ((await readLog(out, 'verdicts')).length < total) return { out, processes, killedAt };
      expect(triesLeft).toBeGreaterThan(0);
      return killMidRun(kind, triesLeft - 1);
    }

    test.each(everyRound)('mutagree, round %i on %s', { timeout: 300_000 }, async (_, kind) => {
      const { out, processes, killedAt } = await killMidRun(kind);
      expect(processes.size).toBeGreaterThan(0);
      await expectNothingLeft(processes, killedAt);
      await start(kind, out).isDone();
      expect(await resultsOf(out)).toEqual(calm[kind]);
    });

    /** A runner that ended by itself meanwhile, because the run was over, is no victim: another run is begun. */
    async function killRunner(kind: Kind, triesLeft = 4) {
      const { out, isDone, pid } = await begin(kind);
      const processes = await processesOf(pid);
      const runners = [...processes.keys()].filter(isRunner);
      const victim = runners[Math.floor(Math.random() * runners.length)];
      try {
        if (victim !== undefined && process.kill(victim, 'SIGKILL')) return { out, isDone, processes };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await isDone();
      expect(triesLeft).toBeGreaterThan(0);
      return killRunner(kind, triesLeft - 1);
    }

    test.each(everyRound)('a runner, round %i on %s', { timeout: 300_000 }, async (_, kind) => {
      const { out, isDone, processes } = await killRunner(kind);
      await isDone();
      await expectNothingLeft(processes, performance.now());
      expect(await resultsOf(out)).toEqual(calm[kind]);
    });

    test.each(everyRound.map(([round]) => round))('a container, round %i', { timeout: 300_000 }, async () => {
      const { out, isDone, pid } = await begin('docker');
      const containers = await containersOf(ownersOf(pid));
      const victim = containers[Math.floor(Math.random() * containers.length)];
      expect(victim).toBeDefined();
      const processes = await processesOf(pid);
      await docker.getContainer(`${victim}`).kill({ signal: 'SIGKILL' });
      await isDone();
      await expectNothingLeft(processes, performance.now());
      expect(await resultsOf(out)).toEqual(calm.docker);
    });
  },
);
