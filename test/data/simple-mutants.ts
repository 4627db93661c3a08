import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A task whose tests are to be proved: prompt and body together are the reference. */
export interface ProvedTask {
  readonly id: string;
  readonly prompt: string;
  readonly body: string;
  readonly test: string;
  readonly entry: string;
}

export interface SimpleMutant {
  readonly id: string;
  readonly kind: 'operator' | 'comparison' | 'constant' | 'left-out';
  readonly before: string;
  readonly after: string;
  readonly killed: boolean;
}

export interface ProvedReference {
  readonly id: string;
  readonly passes: boolean;
  readonly examples: number;
  readonly failedExamples: number;
}

/** CPU seconds that a mutant may take; the references take about a millisecond. */
const TIMEOUT_SECONDS = 0.1;

/** Runs references and all their simple mutants in one Python process. */
export function runSimpleMutants(tasks: readonly ProvedTask[]): {
  references: ProvedReference[];
  mutants: SimpleMutant[];
} {
  const script = fileURLToPath(new URL('./simple_mutants.py', import.meta.url));
  const { status, stdout, stderr, error } = spawnSync('python3', ['-I', script], {
    input: JSON.stringify({ tasks, timeoutSeconds: TIMEOUT_SECONDS }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`simple_mutants.py failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as { references: ProvedReference[]; mutants: SimpleMutant[] };
}
