import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';

/** A process that is killed and started again as it was. */
export class Player {
  #child: ChildProcess | null = null;

  constructor(
    private readonly command: string,
    private readonly argv: readonly string[],
    /** What it prints when it is there. */
    private readonly ready: RegExp,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async up(): Promise<void> {
    const env = { ...process.env, ...this.env };
    const child = spawn(this.command, this.argv, { cwd: packageRoot(), env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (part: Buffer) => {
        said += part.toString('utf8');
        if (this.ready.test(said)) resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('close', () => reject(new Error(`${this.argv.join(' ')} ended: ${said.slice(-500)}`)));
    });
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill(signal);
    await ended;
  }
}

/** What an endpoint was paid for, question by question. */
export function paidFor(log: string): ReadonlyMap<string, number> {
  const paid = new Map<string, number>();
  for (const question of existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []) {
    paid.set(question, (paid.get(question) ?? 0) + 1);
  }
  return paid;
}

/** Answers that an endpoint was paid for and has not sent. */
export function unsentIn(log: string): number {
  const sent = existsSync(`${log}.sent`) ? readFileSync(`${log}.sent`, 'utf8').length : 0;
  return [...paidFor(log).values()].reduce((sum, times) => sum + times, 0) - sent;
}

export const MAIN = join(packageRoot(), 'dist/src/cli/main.js');
