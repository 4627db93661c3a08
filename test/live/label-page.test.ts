import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LabelPage, labelPage } from '../../src/app/label-page.ts';
import { suggestLabels } from '../../src/app/label-suggest.ts';

const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);
if (!executablePath) {
  console.warn('skipped: no Chromium; apt-get install chromium, or name one in the environment variable CHROMIUM');
}

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';

describe.skipIf(!executablePath)('the page for labelling in Chromium (needs /usr/bin/chromium or CHROMIUM)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutagree-label-page-'));
  const failures = join(folder, 'failures.jsonl');
  const out = join(folder, 'ada.csv');
  const suggestions = join(folder, 'suggestions.jsonl');
  let browser: Browser;
  let served: LabelPage;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    const records = ['first', 'second', 'third'].map((id) => ({
      id,
      prompt: `Write a function \`mean(x)\` that returns the mean of a tensor. ${id === 'second' ? HOSTILE : ''}`,
      generated: 'def mean(x):\n    return torch.sum(x) / x.shape[1]\n',
      reference: 'def mean(x):\n    return x.mean()\n',
      pytest_output: 'E   IndexError: tuple index out of range\nmodule.py:2: IndexError\n1 failed in 0.1s',
    }));
    writeFileSync(failures, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await suggestLabels({ codebook: 'bug-kind', failures, out: suggestions });
    served = await labelPage({ codebook: 'bug-kind', failures, suggestions, out });
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(served.url);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const kept = () => page.waitForFunction("document.getElementById('kept').dataset.state === 'kept'");
  const rowOf = (id: string) =>
    (existsSync(out) ? readFileSync(out, 'utf8') : '').split('\n').find((line) => line.startsWith(`${id},`)) ?? '';
  const suggested = () => page.textContent('#suggestion');

  test('keys choose, several labels hold, each is kept at once, and a machine speaks only afterwards', async () => {
    expect(await suggested()).toBe('');
    await page.keyboard.press('5');
    await expect.poll(() => rowOf('first')).toContain('first,Missing Corner Case,');
    await page.keyboard.press('1');
    await expect.poll(() => rowOf('first')).toContain('first,Missing Corner Case; Misinterpretation,');
    await expect.poll(suggested).toContain('rules for kinds of bug');
    if (process.env['LABEL_PAGE_PICTURE']) await page.screenshot({ path: process.env['LABEL_PAGE_PICTURE'] });
  });

  test('undo takes back the last choice, Enter goes to the next open item, where nothing is said yet', async () => {
    await page.keyboard.press('u');
    await expect.poll(() => rowOf('first')).toContain('first,Missing Corner Case,');
    await page.keyboard.press('Enter');
    expect(await page.textContent('#item h2')).toBe('second');
    expect(await suggested()).toBe('');
    expect(await page.textContent('#count')).toContain('1/3 items labelled; this is 2.');
  });

  test('a note is kept with a click on a label that takes the focus away', async () => {
    await page.keyboard.press('n');
    await page.keyboard.type('shape, 5 of them');
    await page.click('button:has-text("Operation/Calculation Error")');
    await expect.poll(() => rowOf('second')).toContain('second,Operation/Calculation Error,"shape, 5 of them"');
    await kept();
  });

  test('a page that is opened again goes on, and says so where nothing can be kept', async () => {
    await page.reload();
    expect(await page.textContent('#item h2')).toBe('third');
    await page.keyboard.press('ArrowLeft');
    expect(await page.inputValue('#note')).toBe('shape, 5 of them');
    expect(complaints).toEqual([]);
    await served.close();
    await page.keyboard.press('2');
    await expect.poll(() => page.textContent('#kept')).toContain('NOT kept');
  });
});
