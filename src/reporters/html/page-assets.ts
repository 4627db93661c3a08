import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/** The page's script, each file after those that it imports. */
const CLIENT_FILES = ['dom', 'packed-data', 'task-list', 'agreement', 'task-view', 'main'] as const;

function readAsset(name: string): string {
  return readFileSync(join(packageRoot(), 'src/reporters/html', name), 'utf8');
}

/**
 * Modules as one classic script, without their types and doc comments: a page opened from a file may not load modules.
 * Names at the top of the files are therefore distinct, which a test checks.
 */
export function joinModules(sources: readonly string[]): string {
  const bodies = sources.map((source) =>
    source
      .replace(/\/\*\*[\s\S]*?\*\/\s?/g, '')
      .replace(/^import [^;]*;\n/gm, '')
      .replace(/^export (?=const |function |async function |let )/gm, ''),
  );
  return `(() => {\n'use strict';\n${bodies.join('\n')}})();\n`;
}

/** The source of one of the page's modules, for other pages of ours. */
function clientModule(name: (typeof CLIENT_FILES)[number]): string {
  return readAsset(`client/${name}.mjs`);
}

let script: string | null = null;
let styles: string | null = null;

/** The report's script; the same text every time, so that the page's policy can name its hash. */
export function clientScript(): string {
  script ??= joinModules(CLIENT_FILES.map(clientModule));
  return script;
}

/** Colours and type that every page of ours shares. */
export function themeStyles(): string {
  return readAsset('theme.css');
}

/** The report's style sheet. */
export function reportStyles(): string {
  styles ??= `${themeStyles()}${readAsset('report.css')}`;
  return styles;
}
