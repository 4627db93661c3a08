import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { RunManifest, RunStatus } from '../records/run-record.ts';
import type { StudyManifest } from '../records/study.ts';
import { isDirectoryHeld } from '../store/directory-lock.ts';
import { readRegular } from '../store/files.ts';
import { readManifest } from '../store/run-directory.ts';
import { readStudyManifest } from '../store/study-directory.ts';
import { followRun, type StageProgress } from './run-progress.ts';

/** A run or a study as the list shows it. */
export interface ListedRun {
  /** Path below the folder, with `/`; `.` for the folder itself. */
  readonly id: string;
  readonly kind: 'run' | 'study';
  readonly dataset: string;
  readonly models: readonly string[];
  /** `stopped`: marked as running, but without a process. */
  readonly status: RunStatus | 'stopped' | 'unreadable';
  /** ISO time, or null. */
  readonly updatedAt: string | null;
  /** Why it cannot be read, or null. */
  readonly problem: string | null;
  readonly stages: readonly StageProgress[];
  /** Whether a report exists. */
  readonly hasReport: boolean;
  /** Expected pass@1 of each arm as the last report of a single run has it. */
  readonly arms: readonly { readonly arm: string; readonly passAt1: number }[];
}

type Described = Omit<ListedRun, 'id' | 'problem'> & { readonly updatedAt: string };

const UNREADABLE = {
  kind: 'run',
  dataset: '',
  models: [],
  status: 'unreadable',
  updatedAt: null,
  stages: [],
  hasReport: false,
  arms: [],
} as const;

/** A study's runs lie two folders below it, and studies may be sorted into folders. */
const DEEPEST = 4;

/** The runs below a folder; caches them, so that listing again is cheap. */
export class RunFolder {
  readonly #progress = new Map<string, ReturnType<typeof followRun>>();

  constructor(private readonly root: string) {}

  /** The directory of a listed run, or null: ids are looked up, never joined to a path. */
  async find(id: string): Promise<string | null> {
    for await (const directory of this.#directories(this.root, 0)) {
      if (this.#idOf(directory) === id) return directory;
    }
    return null;
  }

  /** The directory of one run of a listed study, as its manifest names it; null for any other path, and for links. */
  async findPart(id: string, part: string): Promise<string | null> {
    const directory = await this.find(id);
    const study = directory === null ? null : await readStudyManifest(directory).catch(() => null);
    if (directory === null || !study?.runs.some((run) => run.directory === part)) return null;
    let found = directory;
    for (const name of part.split('/')) {
      if (name === '' || name === '.' || name === '..') return null;
      found = join(found, name);
      const entry = await lstat(found).catch(() => null);
      if (!entry?.isDirectory()) return null;
    }
    return found;
  }

  /** The newest first. */
  async list(): Promise<readonly ListedRun[]> {
    const listed: ListedRun[] = [];
    for await (const directory of this.#directories(this.root, 0)) listed.push(await this.#describe(directory));
    return listed.sort((a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? '', 'en') || (a.id < b.id ? -1 : 1));
  }

  #idOf(directory: string): string {
    // A run that is the folder itself has the folder's name: browsers tidy a dot in an address away.
    return relative(this.root, directory).split(sep).join('/') || basename(resolve(this.root)) || 'run';
  }

  /** Run and study directories; a study's own runs are part of it. Links are not followed. */
  async *#directories(directory: string, depth: number): AsyncGenerator<string> {
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
    if (entries.some((entry) => entry.isFile() && ['manifest.json', 'study.json'].includes(entry.name))) {
      yield directory;
      return;
    }
    if (depth === DEEPEST) return;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      yield* this.#directories(join(directory, entry.name), depth + 1);
    }
  }

  async #describe(directory: string): Promise<ListedRun> {
    const id = this.#idOf(directory);
    try {
      const study = await readStudyManifest(directory);
      if (study) return { id, problem: null, ...(await this.#describeStudy(directory, study)) };
      const manifest = await readManifest(directory);
      if (manifest) return { id, problem: null, ...(await this.#describeRun(directory, manifest)) };
      return { id, problem: 'it has just been removed', ...UNREADABLE };
    } catch (error) {
      return { id, problem: error instanceof Error ? error.message : String(error), ...UNREADABLE };
    }
  }

  async #describeRun(directory: string, manifest: RunManifest): Promise<Described> {
    const isHeld = manifest.status === 'running' && (await isDirectoryHeld(directory));
    const progress = this.#progress.get(directory) ?? followRun(directory);
    this.#progress.set(directory, progress);
    return {
      kind: 'run',
      dataset: manifest.dataset.name,
      models: [manifest.model.id],
      status: manifest.status === 'running' && !isHeld ? 'stopped' : manifest.status,
      updatedAt: manifest.updatedAt,
      stages: manifest.status === 'finished' ? [] : await progress(manifest),
      ...(await reportedIn(directory)),
    };
  }

  /** A study is where its first unfinished run is; the stages are those of that run. */
  async #describeStudy(directory: string, study: StudyManifest): Promise<Described> {
    const runs: Described[] = [];
    for (const run of study.runs) {
      const manifest = await readManifest(join(directory, run.directory));
      if (manifest) runs.push(await this.#describeRun(join(directory, run.directory), manifest));
    }
    const current = runs.find(({ status }) => status !== 'finished');
    const done = runs.filter(({ status }) => status === 'finished').length;
    const isRunning = runs.some(({ status }) => status === 'running');
    return {
      kind: 'study',
      dataset: runs[0]?.dataset ?? '',
      models: study.models,
      status: study.status === 'running' && !isRunning ? 'stopped' : study.status,
      updatedAt: [study.updatedAt, ...runs.map(({ updatedAt }) => updatedAt)].sort().at(-1) ?? study.updatedAt,
      stages:
        study.status === 'finished'
          ? []
          : [{ stage: 'runs', done, total: study.runs.length }, ...(current?.stages ?? [])],
      ...(await reportedIn(directory)),
    };
  }
}

/** Larger reports are not read for the list. */
const LARGEST_REPORT_BYTES = 20_000_000;

async function reportedIn(directory: string): Promise<Pick<ListedRun, 'hasReport' | 'arms'>> {
  const found = await stat(join(directory, 'report.html')).catch(() => null);
  return { hasReport: found?.isFile() === true, arms: await armsOf(directory) };
}

async function armsOf(directory: string): Promise<ListedRun['arms']> {
  try {
    const path = join(directory, 'report.json');
    if ((await stat(path)).size > LARGEST_REPORT_BYTES) return [];
    const { runs } = JSON.parse(await readRegular(path)) as {
      runs?: readonly { arms?: readonly { arm: string; passAtK: Record<string, { value: number }> }[] }[];
    };
    if (runs?.length !== 1) return [];
    return (runs[0]?.arms ?? []).flatMap(({ arm, passAtK }) =>
      passAtK['1'] ? [{ arm, passAt1: passAtK['1'].value }] : [],
    );
  } catch {
    return [];
  }
}
