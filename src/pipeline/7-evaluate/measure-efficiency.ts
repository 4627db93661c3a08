import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OracleVault } from '../../core/oracle.ts';
import { type SandboxResult, type SandboxTest, suiteOf } from '../../core/sandbox.ts';
import { packageRoot } from '../../package-root.ts';
import { writeStringLiteral } from '../../python-source/probes/python-value.ts';
import type { EfficiencyRecord } from '../../records/run-record.ts';
import type { Deps } from '../deps.ts';
import { failureAsValue, type Judged } from './evaluate-officially.ts';

/** The function that a measuring program offers: rounds in, (milliseconds of CPU, KiB at the peak) out. */
export const MEASURE = '_mutagree_measure';

const template = () => readFileSync(join(packageRoot(), 'src/pipeline/7-evaluate/measuring_program.py'), 'utf8');

/** What the program reads of a test; the expected answers were compared before. */
const READ = ['kind', 'form', 'code', 'module', 'method', 'target', 'inputs', 'stdin'];

/**
 * A program that measures another on tests: each round loads it again, outside the clock, and runs all tests; the
 * fastest round counts, and a last one, without the clock, traces memory. Assertions and methods raise if they do not
 * pass; return values and outputs were judged before and are ignored. Null if a test needs more than the program.
 */
export function measuringProgram(code: string, tests: readonly SandboxTest[], setup = ''): string | null {
  if (tests.some(({ body }) => body.kind === 'pytest')) return null;
  const bodies = tests.map(({ body }) => body);
  // The tests come first, so that text of the program is not searched for placeholders.
  return template()
    .replace('"[]"', () => writeStringLiteral(JSON.stringify(bodies, READ)))
    .replace('source = ""', () => `source = ${writeStringLiteral(`${setup}\n${code}`)}`);
}

type EfficiencyDeps = Pick<Deps, 'sandbox' | 'limits' | 'store' | 'progress' | 'signal'>;

const ROUNDS = 5;
const LONGEST_MS = 600_000;

/** The figures, or the reason why there are none: the run's verdicts stay valid without them. */
function figuresOf(result: SandboxResult | SandboxError): Pick<EfficiencyRecord, 'measures' | 'problem'> {
  if (result instanceof SandboxError) return { measures: null, problem: result.message };
  const [verdict = 'not-run'] = result.verdicts;
  const [detail] = result.details;
  if (verdict !== 'pass') return { measures: null, problem: detail ? `${verdict}: ${detail}` : verdict };
  // Two numbers in parentheses.
  const match = /^\(([-\d.e+]+), ([-\d.e+]+)\)/.exec(result.outputs[0] ?? '');
  if (!match) return { measures: null, problem: 'the figures could not be read' };
  return { measures: { cpuMs: Number(match[1]), peakKib: Number(match[2]) } };
}

/** The programs of a task to measure: the reference, without an id, and those that pass; none if no one does. */
function measuredOf({ input, official }: Judged, oracles: OracleVault) {
  const programs = input.candidates.filter((_, at) => official[at]?.passed);
  if (programs.length === 0) return [];
  const oracle = oracles.open(input.taskId);
  const { reference: code } = oracle;
  const all = programs.map(({ id: candidateId, code }) => ({ input, oracle, candidateId, code }));
  return code === undefined ? all : [{ input, oracle, candidateId: null, code }, ...all];
}

type Measured = ReturnType<typeof measuredOf>[number];

async function measure({ input, candidateId, code, oracle }: Measured, deps: EfficiencyDeps): Promise<void> {
  const { sandbox, limits, store, signal } = deps;
  const { taskId, preload } = input;
  const program = measuringProgram(code, oracle.tests, oracle.setup);
  if (program === null) return;
  // Memory is traced in a round of its own, several times slower than the others.
  const timeoutMs = Math.min(LONGEST_MS, oracle.timeoutMs * oracle.tests.length * 3 * ROUNDS);
  const own = { timeoutMs, memoryMib: 2 * limits.memoryMib };
  const log = store.log('efficiency');
  const key = hashOf('efficiency', taskId, candidateId, program, own, sandbox.name);
  const known = log.get(key);
  if (known && known.problem === undefined) return;
  const id = `${taskId} ${candidateId ?? 'reference'}`;
  const body = { kind: 'assertion' as const, code: `assert ${MEASURE}(${ROUNDS}) is not None` };
  const suite = suiteOf({ tests: [{ id: 'measure', body }], entryPoint: MEASURE, preload });
  const job = { id, code: program, suite, limits: own };
  const figures = figuresOf(await failureAsValue(sandbox.run(job, signal)));
  await log.append({ key, taskId, candidateId, ...figures });
}

/** Stage 7, on demand: one program at a time, for reading, not for ranking; the next session repeats failures. */
export async function measureEfficiency(judged: readonly Judged[], oracles: OracleVault, deps: EfficiencyDeps) {
  const wanted = judged.flatMap((each) => measuredOf(each, oracles));
  deps.progress.start('efficiency', wanted.length);
  for (const each of wanted) {
    deps.signal.throwIfAborted();
    await measure(each, deps);
    deps.progress.advance();
  }
}
