import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Rng } from '../../src/core/random.ts';
import { damaged, oddValue } from './damage.ts';

/** One command line with its files. */
export interface BadInput {
  /** What kind of thing is wrong, for the table. */
  readonly kind: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Files as they are right, to be damaged. */
export interface Sources {
  /** By format, a task file of a few records. */
  readonly datasets: ReadonlyMap<string, string>;
  readonly config: string;
  readonly jobs: string;
  readonly solutions: string;
  readonly tests: string;
  /** Logs of a run directory by file name. */
  readonly run: ReadonlyMap<string, string>;
}

/** Verbs that build, install or wait for requests whatever they are given; their flags are tried without them. */
const ENDLESS = new Set(['images', 'doctor', 'mcp', 'help']);

function flagsOf(command: Command, rng: Rng, paths: readonly string[]): string[] {
  const argv: string[] = [];
  for (let flags = 1 + rng.below(5); flags > 0; flags--) {
    const option = command.options[rng.below(Math.max(1, command.options.length))];
    const name = option?.long ?? option?.short ?? '--x';
    // A mistyped name now and then.
    argv.push(rng.next() < 0.05 ? `${name}x` : name);
    if (rng.next() < (option?.required || option?.optional ? 0.9 : 0.1)) argv.push(oddValue(rng, paths));
  }
  for (let words = rng.below(3); words > 0; words--) argv.push(oddValue(rng, paths));
  return argv;
}

/** A verb with flags of its own and values that nobody meant; what it needs is given at times, so that it comes further. */
function badFlags(program: Command, rng: Rng, paths: readonly string[]): BadInput {
  const verbs = program.commands.filter((command) => !ENDLESS.has(command.name()));
  const command = rng.pick(verbs);
  const argv = [command.name(), ...flagsOf(command, rng, paths)];
  const needed = command.options.filter(({ mandatory }) => mandatory && rng.next() < 0.7);
  for (const { long } of needed) argv.push(long ?? '', long === '--dataset' ? 'starter' : oddValue(rng, paths));
  const env = rng.next() < 0.5 ? { OPENAI_API_KEY: 'sk-none', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } : {};
  return { kind: `flags of ${command.name()}`, argv, env: env as Record<string, string> };
}

/** A damaged file of one kind, and verbs that read it without a model. */
function badFile(sources: Sources, rng: Rng, folder: string): BadInput {
  const write = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const of = (kind: string, ...argv: readonly string[]): BadInput => ({ kind, argv, env: {} });
  const kind = rng.below(8);
  if (kind <= 2) {
    const [format, text] = rng.pick([...sources.datasets]);
    const file = write('tasks.jsonl', damaged(text, rng));
    const verbs = [
      ['mutate', '--mutators', 'lex-task-verb', '--limit', '1', '-o', join(folder, 'out.jsonl')],
      ['estimate', '--model', 'm', '--variants', '2', '--mutators', 'lex-task-verb', '--limit', '1'],
      ['profile'],
    ];
    return of(`task files (${format})`, ...rng.pick(verbs), '--dataset', file);
  }
  if (kind === 3)
    return of(
      'config files',
      'estimate',
      '--config',
      write('config.yaml', damaged(sources.config, rng)),
      '--limit',
      '1',
    );
  if (kind === 4)
    return of('jobs', 'execute', '--sandbox', 'process', '--job', write('jobs.jsonl', damaged(sources.jobs, rng)));
  if (kind === 5) {
    const file = write('samples.jsonl', damaged(sources.solutions, rng));
    return of(
      'samples',
      'evaluate',
      '--dataset',
      'starter',
      '--limit',
      '1',
      '--sandbox',
      'process',
      '--samples',
      file,
      '--fresh',
    );
  }
  if (kind === 6) {
    const solutions = write('solutions.jsonl', Buffer.from(sources.solutions));
    const tests = write('tests.jsonl', damaged(sources.tests, rng));
    const more = ['--sandbox', 'process', '-o', join(folder, 'picked.jsonl'), '--fresh'];
    return of(
      'tests',
      'select',
      '--dataset',
      'starter',
      '--limit',
      '1',
      '--solutions',
      solutions,
      '--tests',
      tests,
      ...more,
    );
  }
  const directory = join(folder, 'run');
  mkdirSync(directory, { recursive: true });
  const names = [...sources.run.keys()];
  const broken = rng.pick(names);
  for (const name of names) {
    const text = sources.run.get(name) ?? '';
    writeFileSync(join(directory, name), name === broken ? damaged(text, rng) : text);
  }
  const verbs = [
    ['report', directory],
    ['compare', directory, directory],
    ['estimate', '--dataset', 'starter', '--limit', '1', '--model', 'm', '--calibrate', directory],
  ];
  return of(`run directories (${broken})`, ...rng.pick(verbs));
}

export function badInput(program: Command, sources: Sources, rng: Rng, folder: string): BadInput {
  return rng.next() < 0.35 ? badFlags(program, rng, [folder, ...readable(folder)]) : badFile(sources, rng, folder);
}

const readable = (folder: string) => ['tasks.jsonl', 'config.yaml', 'jobs.jsonl'].map((name) => join(folder, name));

export const firstLines = (path: string, lines: number) =>
  `${readFileSync(path, 'utf8').split('\n').slice(0, lines).join('\n')}\n`;
