import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { EXIT } from '../core/errors.ts';

/** Tells the working process that it is supervised, and by whom. */
const MARK = 'MUTAGREE_SUPERVISOR';

/** From the first signal to the end of the process, whatever it does. */
const STOP_WITHIN_MS = 3000;

/** Time on a busy machine until a killed process has ended. */
const MARGIN_MS = 700;

/** Signals that request an end. Windows has Ctrl-Break, and SIGHUP when its console closes. */
export const STOPPING: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Verbs that are over at once. */
const SHORT_VERBS: ReadonlySet<string> = new Set(['help', 'init', 'scorers', 'datasets']);

const supervisor = process.send && process.env[MARK];

/**
 * Whether this process does the work under a supervisor. Asked once, at the start: a supervisor that dies while this
 * process loads is found by its channel.
 */
export const isSupervised = supervisor === String(process.ppid);

/** Whether this process was begun to work under a supervisor that has died meanwhile, before anything was done. */
export const isAbandoned = (): boolean => supervisor !== undefined && supervisor !== String(process.ppid);

/** Whether the command may run long enough for anybody to want it ended. */
export function wantsSupervisor(argv: readonly string[]): boolean {
  const [verb] = argv;
  if (verb === undefined || verb.startsWith('-') || SHORT_VERBS.has(verb)) return false;
  const isDebugged = process.execArgv.some((flag) => flag.startsWith('--inspect'));
  return !isDebugged && !argv.includes('--help') && !argv.includes('-h');
}

/**
 * Runs the command in a process of its own and hands on its exit code. A handler for signals never runs while
 * JavaScript or the parser works on something, so the process that signals are sent to does nothing else: it asks the
 * working one to stop, ends it where it has not stopped within `STOP_WITHIN_MS`, and at once at a second signal.
 *
 * @param main the script that does the work when it is supervised
 */
export function supervise(main: string, argv: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, main, ...argv], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [MARK]: String(process.pid) },
  });
  return new Promise((resolve, reject) => {
    let asked = false;
    const end = (why: string) => {
      child.kill('SIGKILL');
      process.stderr.write(`mutagree: interrupted, ${why}; stored results stay\n`);
      resolve(EXIT.interrupted);
    };
    const stop = () => {
      if (asked) {
        end('ended at once');
        return;
      }
      asked = true;
      // It may be gone already, or about to be.
      child.send('stop', () => {});
      setTimeout(() => end('ended in the middle of its work'), STOP_WITHIN_MS - MARGIN_MS).unref();
    };
    for (const signal of STOPPING) process.on(signal, stop);
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}

/** In the working process: calls `stop` once when the supervisor, or somebody else, asks for an end. */
export function obeySupervisor(stop: () => void): void {
  delete process.env[MARK];
  // A terminal sends Ctrl-C to both processes; when to kill is the supervisor's to say.
  for (const signal of STOPPING) process.on(signal, stop);
  process.on('message', stop);
  process.on('disconnect', () => process.exit(EXIT.interrupted));
  // It died while this process was loading.
  if (!process.connected) process.exit(EXIT.interrupted);
  process.channel?.unref();
}
