/**
 * A run whose model replies with hostile programs and tests for every other task, on bubblewrap: SIGKILL at
 * `MUTAGREE_KILL_ROUNDS` random moments (2 unless told), each resumed, and it ends as an undisturbed one.
 * `MUTAGREE_KILL_TASKS` tasks of `starter` (4 unless told).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../src/core/hash.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { loadRun, readLog } from '../../src/store/load-run.ts';
import { hostilePrograms } from '../contracts/hostile-programs.ts';
import { hostileTests } from '../contracts/hostile-tests.ts';
import { type FakeAnswer, type FakeRequest, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { descendants, survivors } from './process-tree.ts';
import { type StarterTask, sorted, startCommand, starterTasks } from './start-command.ts';

const rounds = Number(process.env['MUTAGREE_KILL_ROUNDS'] ?? 2);
const TASKS = Number(process.env['MUTAGREE_KILL_TASKS'] ?? 4);
const probe = await bubblewrapSandbox.probe();

const tasks = starterTasks(TASKS);
const isHostile = (at: number) => at % 2 === 1;

/** The same reply to the same request, whenever it comes. */
function answer(request: FakeRequest): FakeAnswer {
  const { messages, seed } = request.body;
  const asked = JSON.stringify(messages);
  const at = tasks.findIndex(({ entry_point }) => new RegExp(`\\b${entry_point}\\b`).test(asked));
  const task = tasks[at];
  expect(task).toBeDefined();
  if (!task) return { kind: 'drop' };
  const drawn = Number.parseInt(hashOf({ asked, seed: seed ?? null }).slice(0, 8), 16);
  const text = asked.includes('assert statements') ? testReply(task, at, drawn) : programReply(task, at, drawn);
  return { kind: 'reply', text: `\`\`\`python\n${text}\n\`\`\`` };
}

function testReply({ entry_point, test: official }: StarterTask, at: number, drawn: number): string {
  const honest = official.split('\n').flatMap((line) => (line.includes('assert candidate(') ? [line.trim()] : []));
  const named = honest.map((line) => line.replace('candidate(', `${entry_point}(`)).slice(0, 3);
  const attack = hostileTests[drawn % hostileTests.length]?.replaceAll('f(', `${entry_point}(`) ?? '';
  return [...named, ...(isHostile(at) ? [attack] : [])].join('\n');
}

function programReply({ prompt, entry_point, canonical_solution }: StarterTask, at: number, drawn: number): string {
  if (!isHostile(at) || drawn % 3 === 0) {
    return drawn % 2 ? prompt + canonical_solution : `def ${entry_point}(*all):\n    return ${drawn % 5}`;
  }
  const attack = hostilePrograms[drawn % hostilePrograms.length];
  return `${attack?.code}\ndef ${entry_point}(*all):\n    return f(*all)`;
}

const runInto = (out: string) => [
  ...['run', '--dataset', 'starter', '--model', 'm', '--limit', `${TASKS}`, '--variants', '3', '--samples', '2'],
  ...['--arms', 'baseline,self-agreement', '--sandbox', 'bubblewrap', '--out', out],
];

const questionOf = ({ messages, seed }: Readonly<Record<string, unknown>>) => JSON.stringify([messages, seed]);

async function stored(out: string): Promise<number> {
  const logs = await Promise.all((['replies', 'verdicts'] as const).map((name) => readLog(out, name).catch(() => [])));
  return logs.reduce((sum, rows) => sum + rows.length, 0);
}

/** Whether a hostile test finishes within its limit is the machine's to say, so that rankings by such tests are only counted. */
async function resultsOf(out: string) {
  const { rankings, official } = await loadRun(out);
  const passed = official.map((row) => [row.taskId, row.candidateId, row.passed]);
  const isHonest = ({ taskId }: { readonly taskId: string }) =>
    !isHostile(tasks.findIndex(({ task_id }) => task_id === taskId));
  const honest = rankings.filter(isHonest);
  return { ranked: rankings.map(({ taskId }) => taskId).sort(), rankings: sorted(honest), passed: sorted(passed) };
}

describe.skipIf(!probe.available)(`hostile replies and ${rounds} kills (needs bubblewrap: ${probe.detail})`, () => {
  test('end with the rankings of an undisturbed run, and ask for nothing that was stored', {
    timeout: 3_600_000,
  }, async () => {
    const asked = new Set<string>();
    const answered = new Set<string>();
    const again: string[] = [];
    const endpoint = await startFakeEndpoint((_, request) => {
      const question = questionOf(request.body);
      asked.add(question);
      if (answered.has(question)) again.push(question);
      return answer(request);
    });
    const env = { OPENAI_BASE_URL: endpoint.baseUrl };
    const folder = await tempDir();
    const [calm, killed] = [join(folder, 'calm'), join(folder, 'killed')];
    await startCommand(runInto(calm), env).isDone();
    const total = await stored(calm);
    const expected = await resultsOf(calm);
    expect(expected.ranked).toHaveLength(TASKS);
    expect(expected.rankings).toHaveLength(tasks.filter((_, at) => !isHostile(at)).length);

    const moments: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { child, ended } = startCommand(runInto(killed), env);
      const before = await stored(killed);
      // Spread over what is left, so that every kill is one in mid-run.
      const wanted = before + 1 + Math.floor((Math.random() * 1.6 * (total - before)) / (rounds - round + 1));
      while (child.exitCode === null && (await stored(killed)) < wanted) await sleep(20);
      const below = descendants(child.pid ?? 0);
      child.kill('SIGKILL');
      await ended;
      // The process that works sees that nobody supervises it any more, and holds the folder until then.
      while (survivors(below).length > 0) await sleep(20);
      expect(child.signalCode).toBe('SIGKILL');
      moments.push(await stored(killed));
      for (const { request } of await readLog(killed, 'replies')) answered.add(questionOf({ ...request }));
    }
    await startCommand(runInto(killed), env).isDone();
    expect(await resultsOf(killed)).toEqual(expected);
    expect([...answered].filter((question) => !asked.has(question))).toEqual([]);
    expect(answered.size).toBeGreaterThan(0);
    expect(again).toEqual([]);
    console.log(`killed at ${moments.join(', ')} of ${total} stored replies and verdicts`);
  });
});
