import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

const readAsset = (name: string) => readFileSync(join(packageRoot(), 'src/reporters/html', name), 'utf8');

let script: string | null = null;
let styles: string | null = null;

/** The report's script; the same text every time, so that the page's policy can name its hash. */
export function clientScript(): string {
  script ??= readAsset('client/report.mjs');
  return script;
}

/** The style sheet of every page. */
export function reportStyles(): string {
  styles ??= readAsset('page.css');
  return styles;
}
