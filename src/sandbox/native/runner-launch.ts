import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import type { HostPython } from './host-python.ts';

/** The settings of `runner/main.py` at its start. */
export interface RunnerSettings {
  /** Folders that candidates may write to; emptied after every candidate that could. */
  readonly scratch: readonly string[];
  readonly packages: readonly string[];
  /** Users of judge, zygote and candidates, which must differ; absent where the runner is not started as root. */
  readonly judgeUid?: number;
  readonly zygoteUid?: number;
  readonly candidateUid?: number;
  /** Processes and threads of a candidate; absent where the limit would count others' too. */
  readonly processes?: number;
}

/** The folder of the Python runner, in the sources and in an installed package alike. */
export function runnerFolder(): string {
  return join(packageRoot(), 'src', 'sandbox', 'runner');
}

/** The files of a folder whose names end so, in order. */
export function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.toSorted().map((name) => join(folder, name));
}

/** Content hash of files, in hex, and of what else they depend on. */
export function hashOfFiles(files: readonly string[], others: string): string {
  const hash = createHash('sha256').update(others);
  for (const file of files) hash.update(`${basename(file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * The interpreter's arguments: no user site, no start-up files, no byte code. Its environment is ours alone, and counts:
 * the isolated mode would ignore the fixed hash seed.
 */
export function runnerArguments(folder: string, settings: RunnerSettings): string[] {
  return ['-s', '-S', '-B', join(folder, 'main.py'), JSON.stringify(settings)];
}

/** The whole environment of a runner and of every candidate; an interpreter of the host comes first on its path. */
export function runnerEnvironment(home: string, python?: HostPython): Record<string, string> {
  return {
    PATH: `${python ? `${dirname(python.executable)}:` : ''}/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    PYTHONHASHSEED: '0',
    PYTHONDONTWRITEBYTECODE: '1',
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
    MKL_NUM_THREADS: '1',
    MPLBACKEND: 'Agg',
  };
}
