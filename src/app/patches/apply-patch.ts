import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError, StoreError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { liesIn } from '../../lies-in.ts';
import { normaliseLayout } from '../../python-source/renaming/normalise.ts';
import { writeText } from '../../store/files.ts';
import { gitEnv } from '../git-commit.ts';
import type { Patch } from './find-nodes.ts';

/** A file as a patch leaves it. */
export interface PatchedFile {
  /** Null if the patch deletes it. */
  readonly content: Buffer | null;
  /** The file's content in the tree; null if the patch adds it. */
  readonly before: Buffer | null;
  /** Permissions. */
  readonly mode: number;
}

/** Files that a patch changes, by path relative to the tree, in order; or why it changes none. */
export type AppliedPatch = { readonly files: ReadonlyMap<string, PatchedFile> } | { readonly reason: string };

const HEADER = /^(?:---|\+\+\+|rename from|rename to|copy from|copy to) (.+)$/;
const GIT_HEADER = /^diff --git (.+)$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** A name as git writes it: in quotes, with octal bytes, if it holds other characters than plain ones. */
function unquoted(name: string): string {
  const bytes = name.startsWith('"')
    ? name
        .slice(1, name.lastIndexOf('"'))
        .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
          code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
        )
    : name.replace(/\t.*$/, '');
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Both names of `diff --git a/x b/x`, which is all that a change without lines has. */
function namesOf(header: string): string[] {
  if (header.startsWith('"')) return (header.match(/"(?:\\.|[^"\\])*"/g) ?? []).map(unquoted);
  const half = (header.length - 1) / 2;
  return [header.slice(0, half), header.slice(half + 1)].map(unquoted);
}

/**
 * Paths that a patch may read or write, relative to its root, with and without the first folder (`a/`); some of them may
 * be no path of the patch, as a line of code can look like a header.
 */
function patchedPaths(diff: Buffer): readonly string[] {
  const lines = diff.toString('latin1').split(/\r?\n/);
  const names = lines.flatMap((line) => {
    const git = GIT_HEADER.exec(line)?.[1];
    if (git !== undefined) return namesOf(git);
    const name = HEADER.exec(line)?.[1];
    return name === undefined ? [] : [unquoted(name)];
  });
  const paths = names.flatMap((name) => [name, name.replace(/^[^/]*\//, '')]);
  return [...new Set(paths)].filter((path) => path !== '' && !path.split('/').some((part) => /^\.{0,2}$/.test(part)));
}

const GIT_MS = 60_000;
/** Models miscount lines, change white space of the context, and leave out the context after a change. */
const FORGIVING = ['--recount', '--ignore-whitespace', '--unidiff-zero'] as const;
/** As the patch is; then with tolerance for models' usual mistakes, CRLF among them; then without a first folder. */
const TRIES = [['-p1'], ['-p1', ...FORGIVING], ['-p0', ...FORGIVING]] as const;

async function gitApply(folder: string, patch: string, flags: readonly string[]): Promise<string | null> {
  // No repository around the folder has a say.
  const env = { ...gitEnv(), LC_ALL: 'C', GIT_CEILING_DIRECTORIES: dirname(folder) };
  const words = ['apply', '--whitespace=nowarn', ...flags, patch];
  try {
    await promisify(execFile)('git', words, { cwd: folder, env, timeout: GIT_MS });
    return null;
  } catch (cause) {
    const { code, stderr = '' } = cause as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') {
      const problem = 'patches are applied by git, which is not there';
      throw new ConfigError('git-missing', problem, { hint: 'Install git.', cause });
    }
    const lines = stderr.split('\n').filter((line) => line.startsWith('error: '));
    return lines.map((line) => line.slice('error: '.length)).join('; ') || 'git apply does not take it';
  }
}

/** Copies regular files of the tree that the patch may touch; link targets are never patched. */
async function copyTouched(root: string, paths: readonly string[], folder: string): Promise<void> {
  await mkdir(folder);
  for (const path of paths) {
    const from = join(root, path);
    const found = await lstat(from).catch(() => null);
    if (!found?.isFile() || !liesIn(await realpath(from), root)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(from, join(folder, path));
  }
}

/** Everything below a folder but folders, with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Whether the folder that a path lies in, or would, is the tree's. */
async function isWithin(root: string, path: string): Promise<boolean> {
  const folder = dirname(path);
  const real = await realpath(join(root, folder)).catch(() => null);
  if (real !== null) return liesIn(real, root);
  return folder === '.' || isWithin(root, folder);
}

/** How the files in `folder` differ from those of the tree; `copied` were there before. */
async function changesIn(folder: string, root: string, copied: readonly string[]): Promise<AppliedPatch> {
  const files = new Map<string, PatchedFile>();
  for (const path of [...new Set([...copied, ...(await filesBelow(folder))])].sort()) {
    const found = await lstat(join(folder, path)).catch(() => null);
    if (found && !found.isFile()) return { reason: `${path} would be a symbolic link` };
    if (!(await isWithin(root, path))) return { reason: `${path} lies behind a link that leads out of the tree` };
    const content = found && (await readFile(join(folder, path)));
    const before = await readFile(join(root, path)).catch(() => null);
    const isSame = content === null ? before === null : before?.equals(content);
    if (!isSame) files.set(path, { content, before, mode: (found?.mode ?? 0) & 0o777 });
  }
  return { files };
}

/**
 * Applies a patch to copies of the files that it names, in a folder of its own, by `git apply`: renames, binary patches,
 * offsets and names in quotes are git's to judge, and nothing is put where the context does not match.
 *
 * @param root absolute, without links
 */
export async function applyPatch(root: string, { diff }: Patch): Promise<AppliedPatch> {
  const text = diff.toString('latin1');
  if (text.trim() === '') return { reason: 'the patch is empty' };
  const paths = patchedPaths(diff);
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'mutagree-patch-')));
  const problems: string[] = [];
  try {
    for (const [at, flags] of TRIES.entries()) {
      const folder = join(scratch, `${at}`);
      await copyTouched(root, paths, folder);
      const copied = await filesBelow(folder);
      // Models leave the end of the last line off, and write line ends of Windows.
      const lines = at > 0 ? text.replaceAll('\r\n', '\n') : text;
      await writeFile(`${folder}.diff`, lines.replace(/\n?$/, '\n'), 'latin1');
      const problem = await gitApply(folder, `${folder}.diff`, flags);
      if (problem === null) return await changesIn(folder, root, copied);
      problems.push(problem);
    }
    return { reason: problems[0] ?? 'does not apply' };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes a patch's files to the tree. @throws StoreError if one of them has changed in between */
export async function writePatch(root: string, files: ReadonlyMap<string, PatchedFile>): Promise<void> {
  for (const [path, { before }] of files) {
    const file = join(root, path);
    const now = await readFile(file).catch(() => null);
    if (before === null ? now === null : now?.equals(before)) continue;
    throw new StoreError('tree-changed', `${file} has changed since the patches were applied; nothing was written`, {
      hint: 'Run the same command again, on the tree as it is now.',
    });
  }
  for (const [path, { content, mode }] of files) {
    const file = join(root, path);
    if (content !== null) {
      await writeText(file, content, 'named');
      await chmod(file, mode);
    } else await rm(file);
  }
}

/** Patches that produce the same tree, ignoring comments and layout of Python files. */
export interface PatchedTree {
  /** Hash of the compared content. */
  readonly id: string;
  /** In the order in which they were given; each is a vote. */
  readonly patches: readonly Patch[];
  /** Of the first of them. */
  readonly files: ReadonlyMap<string, PatchedFile>;
}

/** The compared content of a file: tokens of Python in UTF-8, bytes otherwise. */
function comparable(path: string, content: Buffer | null): string | null {
  if (content === null) return null;
  if (!path.endsWith('.py')) return content.toString('base64');
  const text = content.toString('utf8');
  return Buffer.from(text).equals(content) ? normaliseLayout(text) : content.toString('base64');
}

/** Applies every patch and merges those with the same result. @throws ConfigError */
export async function mergePatches(root: string, patches: readonly Patch[], advance: () => void = () => {}) {
  const trees = new Map<string, PatchedTree & { readonly patches: Patch[] }>();
  const refused: { name: string; reason: string }[] = [];
  for (const patch of patches) {
    const applied = await applyPatch(root, patch);
    advance();
    if ('reason' in applied) {
      refused.push({ name: patch.name, reason: applied.reason });
      continue;
    }
    const changed = [...applied.files].flatMap(([path, { before, content }]) => {
      const after = comparable(path, content);
      return after === comparable(path, before) ? [] : [[path, after]];
    });
    const id = hashOf(changed);
    const known = trees.get(id);
    if (known) known.patches.push(patch);
    else trees.set(id, { id, patches: [patch], files: applied.files });
  }
  return { trees: [...trees.values()], refused };
}
