import { type Io, withProgress } from '../../src/cli/io.ts';

export interface FakeIo extends Io {
  readonly out: string[];
  readonly err: string[];
}

/** Collects what a command prints. */
export function fakeIo({
  env = {},
  signal = new AbortController().signal,
}: Partial<Pick<Io, 'env' | 'signal'>> = {}): FakeIo {
  const out: string[] = [];
  const err: string[] = [];
  const io = withProgress({
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    env,
    stderrIsTerminal: false,
    stdoutIsTerminal: false,
    signal,
  });
  return { ...io, out, err };
}
