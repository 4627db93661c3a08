import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { UseEvent } from '../../src/app/context.ts';
import { viewRuns } from '../../src/app/view-runs.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { RunFolder } from '../../src/view/run-folder.ts';
import { startViewServer, type ViewServer } from '../../src/view/view-server.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { suiteDir, tempDir } from '../fakes/temp-dir.ts';
import { writeRun } from '../fakes/write-run.ts';

const root = suiteDir();
const outside = suiteDir();
const secret = join(outside, 'secret.txt');
const folder = new RunFolder(root);
let server: ViewServer;
let port: number;
const faults: unknown[] = [];

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

/** Asks with exactly this path and Host: fetch would tidy them up. */
function ask(path: string, { host = `127.0.0.1:${port}`, method = 'GET' } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on('error', reject).end();
  });
}

/** `study.json` of a finished study. */
const studyJson = (
  runs: readonly { readonly model: string; readonly repeat: number; readonly directory: string }[],
) => {
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const models = [...new Set(runs.map(({ model }) => model))];
  return JSON.stringify({ schemaVersion: 1, status: 'finished', ...times, models, repeats: 1, settings: {}, runs });
};

beforeAll(async () => {
  writeFileSync(secret, 'a secret');
  await writeRun(join(root, 'done'), syntheticRun({ tasks: 2 }));
  writeFileSync(join(root, 'done', 'report.html'), '<p>the written report</p>');
  symlinkSync(secret, join(root, 'done', 'report.md'));
  symlinkSync(join(root, 'done'), join(root, 'linked'));
  const live = join(root, 'nested', 'live');
  mkdirSync(live, { recursive: true });
  writeFileSync(join(live, 'manifest.json'), JSON.stringify(runManifest({ status: 'running' })));
  writeFileSync(join(live, 'run.lock'), JSON.stringify({ pid: process.pid, host: hostname(), started: null }));
  server = await startViewServer(root, 0, (fault) => faults.push(fault));
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

describe('a study', () => {
  test("its runs' reports are served where its own leads, and nothing else below it", async () => {
    const folder = await tempDir();
    const study = join(folder, 'mine');
    const runs = ['one/repeat-1', 'link/repeat-1'].map((directory, at) => ({
      model: `m${at}`,
      repeat: 1,
      directory,
    }));
    await writeRun(join(study, 'one/repeat-1'), syntheticRun({ tasks: 2 }));
    writeFileSync(join(study, 'one/repeat-1/report.html'), '<p>of one model</p>');
    symlinkSync(join(study, 'one'), join(study, 'link'));
    writeFileSync(join(study, 'study.json'), studyJson(runs));
    const viewer = await startViewServer(study, 0, (fault) => faults.push(fault));
    const at = (path: string) => fetch(new URL(path, viewer.url));
    const found = await at('runs/mine/one/repeat-1/report.html');
    expect([found.status, await found.text()]).toEqual([200, '<p>of one model</p>']);
    for (const path of ['one/report.html', 'two/repeat-1/report.html', 'link/repeat-1/report.html']) {
      expect((await at(`runs/mine/${path}`)).status, path).toBe(404);
    }
    await viewer.close();
  });
});

describe('the list', () => {
  test('has every run below the folder with its state, and follows no link', async () => {
    const runs = await folder.list();
    expect(runs.map(({ id, status }) => `${id}: ${status}`).sort()).toEqual(['done: finished', 'nested/live: running']);
  });

  test('says of a finished study that it has a report, though it has no single row of figures', async () => {
    const folder = await tempDir();
    const runs = [1, 2].map((repeat) => ({ model: 'm', repeat, directory: `m/repeat-${repeat}` }));
    for (const { directory } of runs) {
      mkdirSync(join(folder, directory), { recursive: true });
      writeFileSync(join(folder, directory, 'manifest.json'), JSON.stringify(runManifest({ status: 'finished' })));
    }
    writeFileSync(join(folder, 'study.json'), studyJson(runs));
    const before = await new RunFolder(folder).list();
    expect(before).toMatchObject([{ kind: 'study', status: 'finished', hasReport: false, arms: [] }]);
    writeFileSync(join(folder, 'report.html'), '<p>of the study</p>');
    expect(await new RunFolder(folder).list()).toMatchObject([{ kind: 'study', hasReport: true, arms: [] }]);
  });

  test('tells how far a running run is, reading on as its logs grow', async () => {
    const log = join(root, 'nested', 'live', 'tasks.jsonl');
    const armSamples = ['baseline', 'self-agreement', 'mutation-ensemble'].map((arm) => ({
      arm,
      samples: [{ variantId: 'v', sample: 0 }],
    }));
    const line = (key: string) =>
      JSON.stringify({ key, taskId: key, promptText: 'Add.', entryPoint: 'f', labels: {}, refusals: [], armSamples });
    const stagesNow = async () => {
      const runs = await folder.list();
      return runs.find(({ id }) => id === 'nested/live')?.stages.slice(0, 2);
    };
    appendFileSync(log, `${line('t1')}\n${line('t2').slice(0, 9)}`);
    expect(await stagesNow()).toEqual([
      { stage: 'mutate', done: 1, total: 2 },
      { stage: 'generate', done: 0, total: null },
    ]);
    appendFileSync(log, `${line('t2').slice(9)}\n`);
    expect(await stagesNow()).toEqual([
      { stage: 'mutate', done: 2, total: 2 },
      { stage: 'generate', done: 0, total: 4 },
    ]);
  });

  test('says that a run whose process died has stopped', async () => {
    const dead = join(root, 'dead');
    mkdirSync(dead);
    writeFileSync(join(dead, 'manifest.json'), JSON.stringify(runManifest({ status: 'running' })));
    const runs = await folder.list();
    expect(runs.find(({ id }) => id === 'dead')?.status).toBe('stopped');
  });

  test('is a page without a script that shows stages and arms, and is loaded again by itself', async () => {
    const { text, headers } = await ask('/');
    expect(headers['refresh']).toBe('2');
    expect(text).not.toContain('<script');
    expect(text).toContain('<a href="/runs/nested%2Flive/report.html">nested/live</a>');
    expect(text).toMatch(/<td>running<\/td><td>mutate \d+\/2, generate 0/);
  });
});

describe('reports', () => {
  test('a finished one is the file, one under way is made from what there is', async () => {
    expect((await ask('/runs/done/report.html')).text).toBe('<p>the written report</p>');
    const live = await ask(`/runs/${encodeURIComponent('nested/live')}/report.html`);
    expect([live.status, live.text.slice(0, 15)]).toEqual([200, '<!doctype html>']);
    expect(live.text).toContain('The run is running');
  });

  test('nothing else can be read, whatever the path', async () => {
    const paths = [
      '/runs/done/../../etc/passwd',
      '/runs/..%2f..%2fetc/report.html',
      '/runs/%2e%2e/report.html',
      `/runs/${encodeURIComponent(secret)}/report.html`,
      '/runs/done/manifest.json',
      '/runs/done/%2e%2e%2fsecret.txt',
      '/runs/done/__proto__',
      '/runs/done/toString',
      '/runs/linked/report.html',
      '/runs/%zz/report.html',
      '/../../../../etc/passwd',
      '//etc/passwd',
      '/runs/done%00/report.html',
    ];
    for (const path of paths) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toMatch(/root:|a secret/);
    }
    expect((await ask('/runs/done/report.md')).status).toBe(404);
  });
});

describe('run directories that somebody else has made', () => {
  const made = (name: string, files: Readonly<Record<string, string>> = {}) => {
    mkdirSync(join(root, name), { recursive: true });
    const all = { 'manifest.json': JSON.stringify(runManifest({ status: 'finished' })), ...files };
    for (const [file, text] of Object.entries(all)) writeFileSync(join(root, name, file), text);
    onTestFinished(() => rmSync(join(root, name), { recursive: true }));
    return join(root, name);
  };

  test.each(['report.html', 'tasks.csv', 'report.json'])('a link in the place of %s is not followed', async (file) => {
    symlinkSync(secret, join(made('links'), file));
    expect((await ask(`/runs/links/${file}`)).text).not.toContain('a secret');
  });

  test('names, figures and manifests of any form leave a page without markup of theirs', async () => {
    made('<img src=x onerror=alert(1)>');
    made('deep', { 'manifest.json': `${'['.repeat(200_000)}${']'.repeat(200_000)}` });
    made('long', { 'manifest.json': `{"a":"${'x'.repeat(5_000_000)}"}` });
    made('types', { 'manifest.json': 'null' });
    made('proto', { 'manifest.json': '{"__proto__":{"status":"finished"},"constructor":1}' });
    const arm = { arm: '</script><script>alert(1)</script>', passAtK: { 1: { value: '<b>' } } };
    made('says', { 'report.json': JSON.stringify({ runs: [{ arms: [arm] }] }) });
    const { status, text } = await ask('/');
    expect(status).toBe(200);
    expect(text).toContain('unreadable');
    expect(text).not.toMatch(/<img src=x|<script>alert|<b>/);
    expect(text.length).toBeLessThan(200_000);
  });
});

describe('a fault of ours', () => {
  /** A run whose log is a folder: no log that anybody wrote wrongly, but one that cannot be read at all. */
  async function unreadableRun(): Promise<string> {
    const folder = await tempDir();
    mkdirSync(join(folder, 'run', 'tasks.jsonl'), { recursive: true });
    writeFileSync(join(folder, 'run', 'manifest.json'), JSON.stringify(runManifest({ status: 'failed' })));
    return folder;
  }

  test('is told by an event and printed nowhere; the browser gets one sentence', async () => {
    const folder = await unreadableRun();
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(process.stderr, 'write'), vi.spyOn(process.stdout, 'write')];
    const events: UseEvent[] = [];
    const view = await viewRuns(folder, { onEvent: (event) => events.push(event) });
    const answer = await fetch(`${view.url}runs/run/report.html`);
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'The page could not be made; see where the server was started.\n',
    ]);
    expect(events).toEqual([{ kind: 'warning', text: expect.stringMatching(/^a page could not be made: .*EISDIR/) }]);
    expect(printed.map((spy) => spy.mock.calls)).toEqual([[], [], []]);
    await view.close();
    for (const spy of printed) spy.mockRestore();
  });

  test('what a run’s files have wrong is none: the browser is told', async () => {
    const before = faults.length;
    const wrong = join(root, 'wrong');
    mkdirSync(wrong);
    writeFileSync(join(wrong, 'manifest.json'), JSON.stringify(runManifest({ status: 'failed' })));
    writeFileSync(join(wrong, 'tasks.jsonl'), '{"key": 1}\n{"key": 2}\n');
    const answer = await ask('/runs/wrong/report.html');
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('tasks.jsonl')]);
    expect(faults.slice(before)).toEqual([]);
    rmSync(wrong, { recursive: true });
  });
});

describe('who may ask', () => {
  test.each([
    ...['evil.example', '127.0.0.1', 'evil.example:80', '[::1]:1', '127.0.0.1.evil.example', '127.0.0.1:1'],
    'evil@127.0.0.1',
  ])('not the host "%s"', async (host) => {
    const answer = await ask('/', { host });
    expect([403, 400]).toContain(answer.status);
    expect(answer.text).not.toContain('done');
  });

  test.each([
    ['two hosts', (ours: string) => `Host: evil.example\r\nHost: ${ours}`],
    ['a folded header', (ours: string) => `X: 1\r\n Host: ${ours}`],
    [
      'a body that holds a request',
      (ours: string) =>
        `Host: ${ours}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: ${ours}`,
    ],
  ])('not a request with %s', async (_, headers) => {
    const answer = await new Promise<string>((resolve) => {
      const parts: string[] = [];
      const head = headers(`127.0.0.1:${port}`);
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\n${head}\r\n\r\n`));
      socket.setTimeout(1000, () => socket.destroy());
      socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
      socket.on('error', () => {}).on('close', () => resolve(parts.join('')));
    });
    expect(answer).not.toContain('200 OK');
  });

  test('only GET, and never inside a frame of another page', async () => {
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
    expect((await ask('/', { method: 'DELETE' })).status).toBe(405);
    const { headers } = await ask('/');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('files of runs have an origin of their own and reach nothing', async () => {
    const { status, headers } = await ask('/runs/done/report.html');
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'", "form-action 'none'"]),
    );
    expect(policy.join()).not.toMatch(/allow-same-origin|connect-src|https?:/);
  });
});

describe('mutagree view', () => {
  test('prints its address, serves until it is interrupted, and ends', async () => {
    const abort = new AbortController();
    const io = fakeIo({ signal: abort.signal });
    const ended = runCli(['view', root, '--port', '0', '--json'], io);
    while (io.out.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const { url } = JSON.parse(io.out.join('')) as { url: string };
    expect(await (await fetch(url)).text()).toContain('<h1>Runs in');
    abort.abort();
    expect(await ended).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('a missing folder and a taken port are told plainly', async () => {
    const missing = fakeIo();
    expect(await runCli(['view', join(root, 'nowhere')], missing)).toBe(2);
    expect(missing.err.join('')).toContain('is not a folder');
    const taken = fakeIo();
    expect(await runCli(['view', root, '--port', String(port)], taken)).toBe(2);
    expect(taken.err.join('')).toContain('or 0 for a free one');
  });
});
