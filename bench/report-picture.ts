/**
 * Draws the picture of the README, `docs/report.png`, from a report: `npx tsx bench/report-picture.ts [REPORT.html]`
 * (that of `npm run demo` when absent). Needs Chromium, or its path in the environment variable CHROMIUM.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report = 'reports/demo/report.html'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, colorScheme: 'light' });
await page.goto(pathToFileURL(resolve(report)).href);
await page.screenshot({ path: 'docs/report.png' });
await browser.close();
