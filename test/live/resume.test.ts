import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedModel, installedRuntime, SMOLLM2 } from '../../data/recordings/install-smollm2.ts';
import { type Endpoint, serveOpenAi } from '../../data/recordings/openai-endpoint.ts';
import { summariseArms } from '../../src/analysis/arms/arm-results.ts';
import { createGgufModel, type LocalChatModel } from '../../src/model/gguf-model.ts';
import { packageRoot } from '../../src/package-root.ts';
import { loadRun, readLog } from '../../src/store/load-run.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const path = installedModel();
const missing = path === null || !installedRuntime();
if (missing) {
  console.warn('skipped: SmolLM2 or node-llama-cpp is missing; npx tsx data/recordings/install-smollm2.ts gets both');
}

function startRun(baseUrl: string, out: string): ChildProcess {
  const sampling = ['--variants', '2', '--temperature', '0.6', '--max-tokens', '60'];
  const settings = ['--limit', '2', ...sampling, '--concurrency', '1'];
  const argv = ['run', '--dataset', 'starter', '--model', SMOLLM2.id, '--base-url', baseUrl, '--out', out, ...settings];
  return spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...argv], {
    cwd: packageRoot(),
    stdio: 'ignore',
  });
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

async function storedReplies(out: string): Promise<number> {
  return (await readLog(out, 'replies').catch(() => [])).length;
}

describe.skipIf(missing)('a run with the real model, killed', () => {
  let model: LocalChatModel;
  beforeAll(async () => {
    model = await createGgufModel({ path: path ?? '', threads: 1 });
  }, 120_000);
  afterAll(() => model?.close());

  async function serve(log: string): Promise<Endpoint> {
    return serveOpenAi({ ...model, id: SMOLLM2.id }, { log });
  }

  test('SIGKILL at three moments, then resumed: the result of an undisturbed run, and nothing stored is asked again', async () => {
    const folder = await tempDir();
    const calm = join(folder, 'calm');
    const killed = join(folder, 'killed');
    const first = await serve(join(folder, 'calm-requests.jsonl'));
    expect(await exitCode(startRun(first.baseUrl, calm))).toBe(0);
    await first.close();

    const log = join(folder, 'killed-requests.jsonl');
    const second = await serve(log);
    const moments = [1, 4, 7].map((first) => first + Math.floor(Math.random() * 3));
    for (const replies of moments) {
      const child = startRun(second.baseUrl, killed);
      while ((await storedReplies(killed)) < replies && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 50));
      child.kill('SIGKILL');
      await exitCode(child).catch(() => null);
    }
    const survived = await readLog(killed, 'replies');
    expect(survived.length).toBeGreaterThanOrEqual(7);
    expect(await exitCode(startRun(second.baseUrl, killed))).toBe(0);
    await second.close();

    const [undisturbed, resumed] = [await loadRun(calm), await loadRun(killed)];
    expect(resumed.rankings).toEqual(undisturbed.rankings);
    expect(resumed.official.map(({ candidateId, passed }) => [candidateId, passed]).toSorted()).toEqual(
      undisturbed.official.map(({ candidateId, passed }) => [candidateId, passed]).toSorted(),
    );
    expect(summariseArms(resumed)).toEqual(summariseArms(undisturbed));

    // A request that was under way when the process died may come again; what was stored never does.
    const asked = (await readFile(log, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { seed: number; status: number });
    const answered = asked.filter(({ status }) => status === 200).map(({ seed }) => seed);
    const lost = answered.length - new Set(answered).size;
    expect(lost).toBeLessThanOrEqual(3);
    expect(new Set(answered).size).toBe(resumed.replies.length);
    console.log(
      `killed at ${survived.length} stored replies or before; ${asked.length} requests for ${resumed.replies.length} replies, ${lost} asked again (in flight when killed)`,
    );
  }, 900_000);
});
