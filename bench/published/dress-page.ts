/**
 * Puts today's styles, the title and the text of README.md into the report.html of a published study; its figures stay as
 * they are. For studies that take long to execute again: what is said of them may be repaired without.
 *
 * npx tsx bench/published/dress-page.ts reports/published/hardeval
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dressedPage } from './dressed-page.ts';

for (const folder of process.argv.slice(2)) {
  const file = join(folder, 'report.html');
  writeFileSync(file, dressedPage(readFileSync(file, 'utf8'), readFileSync(join(folder, 'README.md'), 'utf8')));
  process.stdout.write(`${file}\n`);
}
