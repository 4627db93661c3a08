import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Something that tests need and a fresh clone may lack. */
interface Need {
  /** After "12 need". */
  readonly name: string;
  /** How to get it. */
  readonly hint: string;
  /** Whether the name or the source of a test file speaks of it. */
  readonly mentioned: RegExp;
  readonly isMissing: () => boolean;
}

/** A test that did not run: what it is called, and the text of its file. */
export interface SkippedTest {
  readonly name: string;
  readonly source: string;
}

const onPath = (...programs: readonly string[]) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => programs.some((program) => existsSync(join(folder, program))));
const inRepository = (...path: readonly string[]) => existsSync(join(import.meta.dirname, '..', ...path));

const need = (name: string, hint: string, mentioned: RegExp, isMissing = () => true): Need => {
  return { name, hint, mentioned, isMissing };
};

/** What is asked for first is named where a test lacks several. */
const NEEDS = [
  need('bubblewrap', 'apt-get install bubblewrap', /bubblewrap/i, () => !onPath('bwrap')),
  need('Docker', 'a Docker daemon (docs/sandbox.md)', /docker/i, () => {
    return !existsSync('/var/run/docker.sock') && !process.env['DOCKER_HOST'];
  }),
  need('Chromium', 'apt-get install chromium', /chromium/i, () => {
    return !onPath('chromium', 'chromium-browser', 'google-chrome') && !process.env['CHROMIUM'];
  }),
  need('redis-server', 'apt-get install redis-server', /redis-server/i, () => !onPath('redis-server')),
  need('Python 3', 'apt-get install python3', /python3/i, () => !onPath('python3')),
  need(
    'data sets that are not part of this repository',
    'a folder ../shared with them (CONTRIBUTING.md)',
    /\.\.\/shared|shared-?data|sharedRecords|not? (?:a )?part of this repository/i,
    () => !inRepository('..', 'shared'),
  ),
  need(
    'clients of PyPI',
    'python3 -m venv .cache/clients && .cache/clients/bin/pip install openai evalplus',
    /clients of others/,
    () => !inRepository('.cache/clients/bin/evalplus.codegen'),
  ),
  need('the npm registry', 'a network, or npm config set registry', /npm registry/),
  need('a local model', 'npx tsx data/recordings/install-smollm2.ts', /smollm2|llama/i),
];

/** What a test did not run for: what its name asks for and is not here, else what its file does; null where unknown. */
function needOf({ name, source }: SkippedTest): Need | null {
  const missing = NEEDS.filter(({ isMissing }) => isMissing());
  return (
    missing.find(({ mentioned }) => mentioned.test(name)) ??
    missing.find(({ mentioned }) => mentioned.test(source)) ??
    null
  );
}

/** At most three lines: how many tests did not run, what for, and how to have them run; empty where all did. */
export function skippedSummary(skipped: readonly SkippedTest[]): string {
  if (skipped.length === 0) return '';
  const counts = new Map<Need | null, number>();
  for (const test of skipped) {
    const need = needOf(test);
    counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  const known = [...counts].filter((entry): entry is [Need, number] => entry[0] !== null).sort(([, a], [, b]) => b - a);
  const other = counts.get(null) ?? 0;
  const parts = [
    ...known.map(([{ name }, count], at) => `${count} ${at > 0 ? '' : count === 1 ? 'needs ' : 'need '}${name}`),
    ...(other > 0 ? [`${other} another system, user or setting (their files say which)`] : []),
  ];
  const lines = [`${skipped.length} ${skipped.length === 1 ? 'test was' : 'tests were'} skipped: ${parts.join(', ')}.`];
  if (known.length > 0) lines.push(`To run them: ${known.map(([{ hint }]) => hint).join('; ')}.`);
  lines.push('All others ran; nothing that was skipped counts as passed.');
  return `${lines.join('\n')}\n`;
}
