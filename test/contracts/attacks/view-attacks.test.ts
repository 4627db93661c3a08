import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startViewServer, type ViewServer } from '../../../src/view/view-server.ts';
import { runManifest } from '../../fakes/run-manifest.ts';
import { syntheticRun } from '../../fakes/run-record.ts';
import { writeRun } from '../../fakes/write-run.ts';

const root = mkdtempSync(join(tmpdir(), 'mutagree-view-attacks-'));
const outside = mkdtempSync(join(tmpdir(), 'mutagree-outside-'));
const PATIENCE_MS = 5000;
let server: ViewServer;
let port: number;

/** Asks with exactly these words; -1 where there is no answer in time. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.setTimeout(PATIENCE_MS, () => {
      resolve({ status: -1, text: '' });
      sent.destroy();
    });
    sent.on('error', reject).end();
  });
}

/** What the server says to bytes of our own. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
}

const run = (name: string, manifest: object = {}): string => {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...runManifest({ status: 'finished' }), ...manifest }));
  return folder;
};

beforeAll(async () => {
  await writeRun(join(outside, 'run'), syntheticRun({ tasks: 1, samples: 1 }));
  writeFileSync(join(outside, 'secret'), 'a secret');
  server = await startViewServer(root, 0, () => {});
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.close();
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

describe('attacks on view by run directories that somebody else has made', () => {
  test.each([
    ['the report of a run is a link', 'report.html'],
    ['a table of a run is a link', 'tasks.csv'],
    ['the data of a report are a link', 'report.json'],
  ])('%s', async (_, file) => {
    symlinkSync(join(outside, 'secret'), join(run(`link-${file}`), file));
    expect((await ask(`/runs/link-${file}/${file}`)).text).not.toContain('a secret');
  });

  test.each(['../outside', 'a/../../outside', '/etc', 'a\\..\\b', '.', './a', 'a//b', ''])(
    'a study whose run lies in %j',
    async (directory) => {
      const folder = join(root, 'study');
      mkdirSync(folder, { recursive: true });
      const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
      const study = {
        schemaVersion: 1,
        status: 'finished',
        ...times,
        models: ['m'],
        repeats: 1,
        settings: {},
        runs: [{ model: 'm', repeat: 1, directory }],
      };
      writeFileSync(join(folder, 'study.json'), JSON.stringify(study));
      const { status } = await ask(`/runs/study/${encodeURIComponent(directory)}/report.html`);
      expect(status).not.toBe(200);
      expect((await ask('/')).status).toBe(200);
    },
  );

  test('names of folders that are markup', async () => {
    run('<img src=x onerror=alert(1)>');
    run("'-alert(1)-'");
    const page = (await ask('/')).text;
    expect(page).not.toContain('<img src=x');
    expect((await ask('/')).status).toBe(200);
  });

  test('a manifest of deep nesting, of a long line, and of other types', async () => {
    writeFileSync(join(run('deep'), 'manifest.json'), `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    writeFileSync(join(run('long'), 'manifest.json'), `{"a":"${'x'.repeat(5_000_000)}"}`);
    writeFileSync(join(run('types'), 'manifest.json'), 'null');
    writeFileSync(join(run('proto'), 'manifest.json'), '{"__proto__":{"status":"finished"},"constructor":1}');
    const { status, text } = await ask('/');
    expect(status).toBe(200);
    expect(text).toContain('unreadable');
    expect(text.length).toBeLessThan(200_000);
  });

  test('a report.json that says what it likes', async () => {
    writeFileSync(
      join(run('says'), 'report.json'),
      JSON.stringify({
        runs: [{ arms: [{ arm: '</script><script>alert(1)</script>', passAtK: { 1: { value: '<b>' } } }] }],
      }),
    );
    const page = (await ask('/')).text;
    expect(page).not.toContain('<script>alert(1)');
    expect(page).not.toContain('<b>');
  });

  test.each([
    ['another name', { host: 'evil.example' }],
    ['a name that begins like ours', { host: '127.0.0.1.evil.example' }],
    ['our name at another port', { host: '127.0.0.1:1' }],
    ['a user before our name', { host: 'evil@127.0.0.1' }],
  ])('a host that is %s', async (_, headers) => {
    expect((await ask('/', headers)).status).toBe(403);
  });

  test('two hosts, a folded header, a body that holds a request, an absolute address', async () => {
    const ours = `127.0.0.1:${port}`;
    expect(await say(`GET / HTTP/1.1\r\nHost: evil.example\r\nHost: ${ours}\r\n\r\n`)).not.toContain('200 OK');
    expect(await say(`GET / HTTP/1.1\r\nX: 1\r\n Host: ${ours}\r\n\r\n`)).not.toContain('200 OK');
    expect(await say(`GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).not.toContain('200 OK');
    const smuggled = `GET / HTTP/1.1\r\nHost: ${ours}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: ${ours}\r\n\r\n`;
    expect((await say(smuggled)).match(/200 OK/g)?.length ?? 0).toBeLessThan(2);
  });
});
