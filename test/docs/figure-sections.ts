import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';

/** A part of a page below one heading, without the parts below it. */
export interface Section {
  readonly heading: string;
  /** Its own text behind that of the parts that it stands in, the whole page excepted: a source named there holds here. */
  readonly around: string;
  readonly text: string;
}

/** A page by its headings; code blocks with `#` lines are no headings. */
export function sectionsOf(page: string): readonly Section[] {
  const open: { depth: number; heading: string; lines: string[] }[] = [{ depth: 0, heading: '', lines: [] }];
  const sections: Section[] = [];
  const close = (depth: number) => {
    while ((open.at(-1)?.depth ?? -1) >= depth) {
      const { heading, lines } = open.at(-1) as (typeof open)[number];
      sections.push({
        heading,
        around: open.flatMap((part) => (part.depth > 1 || part === open.at(-1) ? part.lines : [])).join('\n'),
        text: lines.join('\n'),
      });
      open.pop();
    }
  };
  let isCode = false;
  for (const line of page.split('\n')) {
    if (/^```/.test(line)) isCode = !isCode;
    const [, marks, heading] = (isCode ? null : /^(#{1,6}) (.*)$/.exec(line)) ?? [];
    if (marks === undefined) open.at(-1)?.lines.push(line);
    else {
      close(marks.length);
      open.push({ depth: marks.length, heading: heading ?? '', lines: [] });
    }
  }
  close(0);
  return sections;
}

/** Decimal figures of running text and tables: no versions, addresses, code or arXiv numbers. */
export function figuresOf(text: string): readonly string[] {
  const prose = text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/arXiv \S+/g, '');
  return [...prose.matchAll(/(?<![\w./-])[+-]?(\d+\.\d+)(?!\d|[\w.]*\/|\.\d)/g)].map(([, figure]) => figure ?? '');
}

/**
 * Whether a text names what may stand behind a figure: a script of package.json or a verb of mutagree as a command, a
 * file of the repository (also of a commit: `git show COMMIT:PATH`), or a paper by link or number.
 */
export function namesSource(text: string, folder: string, commands: ReadonlySet<string>): boolean {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([block]) => block).join('\n');
  const called = [...code.matchAll(/(?:npm run|mutagree) ([\w:-]+)/g)].map(([command]) => command);
  const named = [...code.matchAll(/[\w.-]+(?:\/[\w.-]+)+/g)].map(([path]) => path);
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = '']) => join(folder, path));
  const isInside = (path: string) => !path.startsWith('..') && dirname(path) !== '.';
  const isThere = (path: string) => [path, `${path}.ts`].some((file) => existsSync(join(packageRoot(), file)));
  return (
    /arXiv \d{4}\.\d{4,5}|\]\(https?:[^)]+\)/.test(text) ||
    /git show [0-9a-f]{7,}:[\w./-]+/.test(code) ||
    called.some((command) => commands.has(command)) ||
    [...named, ...linked].some((path) => isInside(normalize(path)) && isThere(normalize(path)))
  );
}
