import { inflateSync } from 'node:zlib';
import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Oracle, OracleVault } from '../../core/oracle.ts';
import type { SandboxTest } from '../../core/sandbox.ts';
import { writeStringLiteral } from '../../python-source/probes/python-value.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps } from '../deps.ts';
import { failureAsValue, type Judged, type OfficialInput } from './evaluate-officially.ts';

/** Code that runs the test once the program is loaded; null if the test cannot share a script with it. */
function runOf({ body }: SandboxTest): { readonly test: string; readonly stdin: string } | null {
  if (body.kind === 'assertion') return { test: body.code, stdin: '' };
  if (body.kind === 'stdio') return { test: '', stdin: body.stdin };
  if (body.kind !== 'method') return null;
  const [owner, name] = body.method.split('.');
  // debug() raises the test's exception, which run() would only count.
  return { test: `${body.module}\n${owner}(${JSON.stringify(name ?? 'runTest')}).debug()`, stdin: '' };
}

/**
 * A script that runs a program and then a test, and prints the traceback of the exception, with the source lines of
 * both, packed: a sandbox formats outputs itself, and keeps 1,940 characters of them. For people to read only: the
 * program runs in its process and could print anything.
 */
export function tracebackProgram(program: string, test: SandboxTest, setup: string) {
  const run = runOf(test);
  if (!run) return null;
  const code = `import base64, io, linecache, sys, traceback, zlib
_sources = [("setup", ${writeStringLiteral(setup)}), ("program", ${writeStringLiteral(program)}), ("test", ${writeStringLiteral(run.test)})]
_names = {"__name__": "__main__"}
_screen, sys.stdout = sys.stdout, io.StringIO()
_said = ""
for _name, _text in _sources:
    linecache.cache[_name + ".py"] = (len(_text), None, _text.splitlines(True), _name + ".py")
try:
    for _name, _text in _sources:
        exec(compile(_text, _name + ".py", "exec"), _names)
except BaseException as _error:
    _trace = _error.__traceback__
    _said = "".join(traceback.format_exception(type(_error), _error, _trace and _trace.tb_next))
sys.stdout = _screen
for _most in (3000, 2000, 1350):
    _packed = base64.b64encode(zlib.compress(_said.encode("utf-8", "replace")[-_most:])).decode()
    if len(_packed) <= 1900:
        break
print(_packed)
`;
  return { code, stdin: run.stdin };
}

export function readTraceback(output: string | null): string | null {
  const encoded = /[A-Za-z0-9+/]{8,}={0,2}/.exec(output ?? '')?.[0];
  if (encoded === undefined) return null;
  try {
    // The end is kept, which may begin inside a character. The program could have printed this itself, and more of it.
    const inflated = inflateSync(Buffer.from(encoded, 'base64'), { maxOutputLength: 10_000 }).toString('utf8');
    const text = inflated.replace(/^\ufffd+/, '').trim();
    return /^\s*(?:File "|[\w.]+(?:: |$))/m.test(text) ? text : null;
  } catch {
    return null;
  }
}

type ExplainDeps = Pick<Deps, 'explainer' | 'sandbox' | 'limits' | 'store' | 'signal' | 'progress'>;

type Explained = Judged<OfficialInput & { readonly prompt?: string | undefined }>;

/** Whether a traceback tells more than the test does: where the program raised, or where one of many assertions failed. */
function tellsMore({ body }: SandboxTest, { verdict }: OfficialRecord): boolean {
  if (verdict === 'error') return true;
  const several = body.kind === 'method' || (body.kind === 'assertion' && body.code.trim().includes('\n'));
  return verdict === 'fail' && several;
}

/** The traceback of a program on the test that it failed first; null where there is none to be had. */
async function tracebackOf(code: string, record: OfficialRecord, { tests, setup = '' }: Oracle, deps: ExplainDeps) {
  const { sandbox, limits, signal } = deps;
  const test = tests.find(({ id }) => id === record.failed?.id);
  if (!test || record.fatal !== undefined || !tellsMore(test, record)) return null;
  const script = tracebackProgram(code, test, setup);
  if (!script) return null;
  const body = { kind: 'stdio' as const, stdin: script.stdin, expectedStdout: '' };
  const suite = { id: hashOf('traceback', body), tests: [{ id: 'traceback', body }], entryPoint: null };
  const job = { id: `${record.taskId} ${record.candidateId} traceback`, code: script.code, suite, limits };
  const result = await failureAsValue(sandbox.run(job, signal));
  return result instanceof SandboxError ? null : readTraceback(result.outputs[0] ?? null);
}

const failuresOf = ({ official }: Judged) => official.filter(({ passed }) => !passed);

/** Stage 7: records references, tracebacks and explanations of failures; it follows every pick and decides nothing. */
export async function explainFailures(judged: readonly Explained[], oracles: OracleVault, deps: ExplainDeps) {
  const { explainer, store, progress } = deps;
  if (!explainer) return;
  const [solutions, log] = [store.log('solutions'), store.log('explanations')];
  progress.start('failures', judged.flatMap(failuresOf).length);
  await forAllTasks(judged, deps.signal, async (of, signal) => {
    const { taskId, prompt = '', candidates } = of.input;
    const own = failuresOf(of);
    // Verdicts of imported samples may have no tests.
    if (own.length === 0 || !oracles.has(taskId)) return;
    const oracle = oracles.open(taskId);
    const { reference } = oracle;
    const solution = hashOf('solution', taskId, reference);
    if (reference !== undefined && !solutions.get(solution)) {
      await solutions.append({ key: solution, taskId, code: reference });
    }
    for (const record of own) {
      progress.advance();
      const { candidateId, verdict, detail, failed } = record;
      const program = candidates.find(({ id }) => id === candidateId)?.code;
      const key = hashOf('explanation', taskId, candidateId, explainer.name, detail ?? '', failed?.id ?? '');
      if (program === undefined || log.get(key)) continue;
      const traceback = await tracebackOf(program, record, oracle, { ...deps, signal });
      const { test = null, expected = null, returned = null } = failed ?? {};
      const said = detail ?? (verdict === 'fail' || verdict === 'error' ? null : verdict);
      const sighting = { taskId, prompt, program, test, expected, returned, detail: said, traceback, reference };
      await log.append({ key, taskId, candidateId, ...explainer.explain(sighting), traceback, by: explainer.name });
    }
  });
}
