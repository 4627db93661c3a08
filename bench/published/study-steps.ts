import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';

/** The command line of a TypeScript file of this repository. */
export const script = (name: string): readonly string[] => ['npx', 'tsx', join(packageRoot(), name)];
/** The program itself. */
export const mutagree = script(join('src', 'cli', 'main.ts'));

/** Runs one command to its end. Not by `spawnSync`: endpoints live in this process. @throws Error where it fails */
export function step(line: readonly string[]): Promise<void> {
  const [command = '', ...args] = line;
  process.stderr.write(`$ ${line.join(' ')}\n`);
  return new Promise((resolve, reject) => {
    spawn(command, args, { stdio: 'inherit' }).once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${code}; the same command goes on`)),
    );
  });
}

/** SmolLM2-135M's endpoint, once it says where it is; it ends with this process at the latest. */
export function serveSmolLm2(port: string, threads: string): Promise<{ stop(): void }> {
  const flags = ['--port', port, '--sequences', '2', '--threads', threads, '--until-stdin-ends'];
  const [command = '', ...args] = [...script('data/recordings/serve-smollm2.ts'), ...flags];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (`${text}`.includes('serving')) resolve({ stop: () => void child.stdin.end() });
    });
    child.once('exit', (code) => reject(new Error(`the model ended with ${code}`)));
  });
}
