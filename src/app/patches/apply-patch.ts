import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
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

const HEADER = /^(?:diff --git|---|\+\+\+|rename from|rename to|copy from|copy to) (.+)$/gm;
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

/** Folders to leave out of a patch's names: `a/`; none; or those that lead to a tree within a larger repository. */
const LEVELS = [1, 0, 2, 3, 4];
const namePast = (name: string, level: number): string => name.split('/').slice(level).join('/');

/** Names in a patch; some may be no name, as a line of code can look like a header. */
const patchedNames = (text: string): readonly string[] =>
  [...text.matchAll(HEADER)].flatMap(([line, name = '']) =>
    line.startsWith('diff') ? namesOf(name) : [unquoted(name)],
  );

/** Paths that a patch may read or write, relative to its root. */
function patchedPaths(names: readonly string[]): readonly string[] {
  const paths = new Set(names.flatMap((name) => LEVELS.map((level) => namePast(name, level))));
  return [...paths].filter((path) => path !== '' && !path.split('/').some((part) => /^\.{0,2}$/.test(part)));
}

/** Levels under which the tree has the files that a patch changes; for new files alone, the one that fits its folders. */
function fittingLevels(root: string, text: string, names: readonly string[]): readonly number[] {
  const pairs = [...text.matchAll(/^--- (?!\/dev\/null)(.+)\n\+\+\+ (.+)$/gm)].map((pair) =>
    pair.slice(1).map(unquoted),
  );
  const isThere = (name: string, level: number) =>
    namePast(name, level) !== '' && existsSync(join(root, namePast(name, level)));
  const fitting = LEVELS.filter((level) => pairs.every((pair) => pair.some((name) => isThere(name, level))));
  if (pairs.length > 0) return fitting.length > 0 ? fitting : [1];
  const isBare = names.every((name) => !name.includes('/') || existsSync(join(root, name.split('/')[0] ?? '')));
  return [isBare && names.length > 0 ? 0 : 1];
}

const HUNK = /^@@(?: -(\d+)\S* \+(\d+))?/;

/** Counts the lines of each hunk again, up to the next file, a signature, or anything else that is no line of a hunk. */
function recounted(text: string): string {
  const lines = text.split('\n');
  const isBody = (line: string | undefined, next = '') =>
    line !== undefined &&
    /^(?:[ +\\-]|$)/.test(line) &&
    !(line.startsWith('--- ') && next.startsWith('+++ ')) &&
    !(line === '-- ' && /^\d/.test(next));
  return lines
    .map((line, at) => {
      const found = HUNK.exec(line);
      if (!found) return line;
      let end = at + 1;
      while (isBody(lines[end], lines[end + 1])) end += 1;
      // Empty lines before something else: perhaps context, of which less will do.
      while (lines[end - 1] === '') end -= 1;
      const body = lines.slice(at + 1, end);
      const [old, added] = ['+', '-'].map(
        (other) => body.filter((each) => !each.startsWith(other) && !each.startsWith('\\')).length,
      );
      return `@@ -${found[1] ?? 1},${old} +${found[2] ?? 1},${added} @@`;
    })
    .join('\n');
}

const GIT_MS = 60_000;
/** Models change white space of the context, and leave out the context after a change. */
const FORGIVING = ['--ignore-whitespace', '--unidiff-zero'];

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

/** Why a file cannot lie at a path of the tree; null if it can. */
async function obstacleTo(root: string, path: string, isGone: (path: string) => boolean): Promise<string | null> {
  if ((await lstat(join(root, path)).catch(() => null))?.isDirectory()) return `${path} is a folder`;
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const real = await realpath(join(root, folder)).catch(() => null);
    if (real === null || isGone(folder)) continue;
    if (!liesIn(real, root)) return `${path} lies behind a link that leads out of the tree`;
    return (await stat(real)).isDirectory() ? null : `${folder} is no folder`;
  }
  return null;
}

/** Line ends of Windows throughout, if the file had them and a patch without them was applied. */
function withLineEnds(before: Buffer | null, content: Buffer): Buffer {
  const [was, is] = [before?.toString('latin1') ?? '', content.toString('latin1')];
  const isMixed = is.includes('\r\n') && /(?<!\r)\n/.test(is);
  if (!isMixed || /(?<!\r)\n/.test(was)) return content;
  return Buffer.from(is.replace(/\r?\n/g, '\r\n'), 'latin1');
}

/** How the files in `folder` differ from those of the tree; `copied` were there before. */
async function changesIn(folder: string, root: string, copied: readonly string[]): Promise<AppliedPatch> {
  const files = new Map<string, PatchedFile>();
  const gone = (path: string) => copied.includes(path) && !existsSync(join(folder, path));
  for (const path of [...new Set([...copied, ...(await filesBelow(folder))])].sort()) {
    const found = await lstat(join(folder, path)).catch(() => null);
    if (found && !found.isFile()) return { reason: `${path} would be a symbolic link` };
    const obstacle = await obstacleTo(root, path, gone);
    if (obstacle !== null) return { reason: obstacle };
    const before = await readFile(join(root, path)).catch(() => null);
    const content = found && withLineEnds(before, await readFile(join(folder, path)));
    const [is, was] = [found?.mode ?? 0, before ? (await stat(join(root, path))).mode : null];
    // Git changes who may execute a file, no more.
    const mode = was === null || (was ^ is) & 0o100 ? is : was;
    const isSame = content === null ? before === null : before?.equals(content) && mode === was;
    if (!isSame) files.set(path, { content, before, mode: mode & 0o777 });
  }
  return files.size > 0 ? { files } : { reason: 'the patch changes no file' };
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
  // Models leave the end of the last line off, miscount lines, and write line ends of Windows.
  const tidy = text.replaceAll('\r\n', '\n').replace(/\n?$/, '\n');
  const names = patchedNames(tidy);
  const tries = fittingLevels(root, tidy, names).flatMap((level) => [
    { flags: [`-p${level}`], lines: text.replace(/\n?$/, '\n') },
    { flags: [`-p${level}`, ...FORGIVING], lines: recounted(tidy) },
  ]);
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'mutagree-patch-')));
  const problems: string[] = [];
  try {
    for (const [at, { flags, lines }] of tries.entries()) {
      const folder = join(scratch, `${at}`);
      await copyTouched(root, patchedPaths(names), folder);
      const copied = await filesBelow(folder);
      await writeFile(`${folder}.diff`, lines, 'latin1');
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
