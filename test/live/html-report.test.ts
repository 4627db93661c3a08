import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { studyOf } from '../../src/core/study.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';

const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);
if (!executablePath) {
  console.warn('skipped: no Chromium; apt-get install chromium, or name one in the environment variable CHROMIUM');
}

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"\'<!--';

describe.skipIf(!executablePath)('report.html in Chromium (needs /usr/bin/chromium or CHROMIUM)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutagree-report-'));
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a report; `complaints` gathers whatever a calm page never does. */
  async function open(
    record: ReturnType<typeof syntheticRun>,
    { width = 1440, colorScheme = 'light' as 'light' | 'dark', hash = '' } = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const file = join(folder, 'report.html');
    writeFileSync(file, htmlReporter.render(studyOf(record)));
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(pathToFileURL(file).href)) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(`${pathToFileURL(file).href}${hash}`);
    return { page, complaints };
  }

  const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

  /** Distinct colours of a canvas, as a proof that something is drawn on it. */
  const coloursOf = (page: Page) =>
    page.$eval('.picture canvas', (node) => {
      const canvas = node as unknown as {
        width: number;
        height: number;
        getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } };
      };
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 4).join());
      return colours.size;
    });

  test.each([
    { width: 1440, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
    { width: 400, colorScheme: 'light' },
  ] as const)('overview and task fit and are silent at $width px, $colorScheme', async (viewport) => {
    const { page, complaints } = await open(syntheticRun(), viewport);
    expect(await page.locator('#tasks tbody tr').count()).toBe(12);
    expect(await overflow(page)).toBe(0);
    await page.click('#tasks tbody tr:nth-child(3) a');
    await page.waitForFunction('document.querySelector(".picture canvas")?.width > 0');
    expect(await overflow(page)).toBe(0);
    expect(await page.locator('#task ins').count()).toBeGreaterThan(3);
    expect(await coloursOf(page)).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the table filters by text, outcome and label, and sorts both ways', async () => {
    const { page, complaints } = await open(syntheticRun({ tasks: 14 }));
    const shown = () => page.locator('#tasks tbody tr:visible').count();
    await page.fill('input[name=text]', 'starter/05');
    expect(await shown()).toBe(1);
    await page.fill('input[name=text]', 'GRADIENT');
    expect(await shown()).toBe(2);
    await page.fill('input[name=text]', '');
    await page.selectOption('select[name=label]', 'Object Detection');
    expect(await shown()).toBe(2);
    await page.selectOption('select[name=label]', '');
    await page.selectOption('select[name=outcome]', 'abstained');
    expect(await shown()).toBe(2);
    expect(await page.textContent('#task-count')).toBe('2 of 14 tasks');
    await page.selectOption('select[name=outcome]', '');
    const baselines = async () =>
      (await page.locator('#tasks tbody tr td:nth-child(2)').allTextContents()).map((text) => Number.parseFloat(text));
    await page.click('button.sort:has-text("baseline")');
    const descending = await baselines();
    expect(descending).toEqual([...descending].sort((a, b) => b - a));
    await page.click('button.sort:has-text("baseline")');
    expect(await baselines()).toEqual([...descending].sort((a, b) => a - b));
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('everything can be reached by keyboard', async () => {
    const { page, complaints } = await open(syntheticRun());
    await page.focus('#tasks tbody tr:nth-child(2) a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.picture canvas');
    expect(await page.textContent('#task h2')).toBe('starter/02');
    await page.focus('.picture canvas');
    await page.keyboard.press('ArrowDown');
    const first = await page.textContent('.readout');
    expect(first).toMatch(/^P\d+ \(.*\) on T\d+ \(.*\): (pass|fail|error|timeout|out of memory|not run)$/);
    await page.keyboard.press('ArrowRight');
    expect(await page.textContent('.readout')).not.toBe(first);
    await page.focus('.switch button:has-text("self-agreement")');
    await page.keyboard.press('Enter');
    expect(await page.getAttribute('.switch button:has-text("self-agreement")', 'aria-pressed')).toBe('true');
    await page.click('a:has-text("All tasks")');
    await page.waitForFunction('document.activeElement.textContent === "starter/02"');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('hostile replies, prompts and names are only text', async () => {
    const record = syntheticRun({ tasks: 2, hostile: HOSTILE });
    for (const hash of ['', '#task/0', '#task/1', '#task/99', '#task/x']) {
      const { page, complaints } = await open(record, { hash });
      await page.waitForSelector(hash === '#task/0' || hash === '#task/1' ? '#task h2' : '#tasks');
      for (const button of await page.locator('.switch button').all()) await button.click();
      expect(await page.locator('img').count()).toBe(0);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  test('500 tasks open in under two seconds', async () => {
    const record = syntheticRun({ tasks: 500, samples: 20 });
    const start = performance.now();
    const html = htmlReporter.render(studyOf(record));
    expect(performance.now() - start).toBeLessThan(10_000);
    writeFileSync(join(folder, 'large.html'), html);
    const page = await browser.newPage();
    const openings: number[] = [];
    // The quickest of five counts: other work on the machine is not the page's doing.
    for (let opening = 0; opening < 5; opening++) {
      await page.goto(pathToFileURL(join(folder, 'large.html')).href);
      const ready = await page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd');
      openings.push(ready as number);
    }
    expect(Math.min(...openings)).toBeLessThan(2000);
    expect(await page.locator('#tasks tbody tr').count()).toBe(500);
    await page.close();
  });
});
