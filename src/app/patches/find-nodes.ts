import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { findTests } from '../../collect/link-tests.ts';
import { Project } from '../../collect/project.ts';
import { readModule } from '../../collect/read-module.ts';
import { ConfigError, DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { parseRecord } from '../../datasets/reading/parse-record.ts';
import { unreadable } from '../../datasets/reading/read-file.ts';
import { readRecords } from '../../datasets/reading/read-records.ts';
import { liesIn } from '../../lies-in.ts';
import { locateFunction } from '../../python-source/syntax/locate-function.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import { pythonFiles } from '../collecting/read-source.ts';

/** A test function of a file; its cases count together. */
export interface TestNode {
  /** pytest's id. */
  readonly node: string;
  readonly source: string;
}

/** Files that lie in the tree while tests run, and the tests in them. */
export interface TestFiles {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly nodes: readonly TestNode[];
}

/** Where tests from outside of the tree lie in it. */
const GIVEN_FOLDER = 'mutagree_tests';
const SKIPPED = /(?:^|\/)(?:\.|__pycache__\/)/;

function nodesOf(files: ReadonlyMap<string, Buffer>): TestNode[] {
  const texts = new Map(
    [...files].flatMap(([path, bytes]) => (path.endsWith('.py') ? [[path, bytes.toString()]] : [])),
  );
  const project = new Project([...texts].map(([path, text]) => readModule(path, text)));
  return findTests(project).map(({ node, facts }) => {
    const tree = parsePython(texts.get(facts.module.path) ?? '');
    const found = locateFunction(tree, facts.name, facts.className);
    return { node, source: found ? found.whole.text : '' };
  });
}

/** Tests by name of their file. */
export function testsFrom(files: Readonly<Record<string, string>>): TestFiles {
  const laid = new Map(
    Object.entries(files).map(([name, text]) => [`${GIVEN_FOLDER}/${name}`, Buffer.from(text)] as const),
  );
  return { files: laid, nodes: nodesOf(laid) };
}

/**
 * The pytest files of a folder, with all files next to them. In the tree they stay in place; others go into a folder of
 * their own at its root.
 */
export async function readTests(folder: string, root: string): Promise<TestFiles> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new ConfigError('tests-missing', `${folder} is no folder that can be read`, {
      hint: 'Name a folder of pytest files (test_*.py) with --tests, or leave it out: then votes decide.',
      cause,
    });
  });
  const real = await realpath(folder);
  const inTree = liesIn(real, root);
  const files = new Map<string, Buffer>();
  for (const entry of names.filter((each) => each.isFile())) {
    const place = join(entry.parentPath, entry.name);
    const name = relative(folder, place).split(sep).join('/');
    const path = join(inTree ? relative(root, real) : GIVEN_FOLDER, name)
      .split(sep)
      .join('/');
    if (!SKIPPED.test(name)) files.set(path, await readFile(place));
  }
  return { files, nodes: nodesOf(files) };
}

/** `**` matches folders, `*` and `?` characters of a name. */
function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/^\.\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (sign) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[sign] ?? '',
    );
  return new RegExp(`^${source.replace(/\/$/, '')}(?:/.*)?$`);
}

/** The tree's own tests that must still pass. @param specs files, folders, globs of either, or pytest's ids */
export async function regressionTests(root: string, specs: readonly string[]): Promise<TestFiles> {
  const all = specs.length === 0 ? [] : await pythonFiles(root, []);
  const wanted = specs.map((spec) => {
    const pattern = globPattern(spec.split('::')[0] ?? '');
    return { spec, paths: all.filter((path) => pattern.test(path)) };
  });
  const files = new Map<string, Buffer>();
  for (const path of new Set(wanted.flatMap(({ paths }) => paths))) files.set(path, await readFile(join(root, path)));
  const found = nodesOf(files);
  const nodes = wanted.flatMap(({ spec, paths }) => {
    const named = spec.includes('::')
      ? paths.length > 0 && [{ node: spec.replace(/^\.\//, ''), source: '' }]
      : found.filter(({ node }) => paths.includes(node.split('::')[0] ?? ''));
    if (named && named.length > 0) return named;
    throw new ConfigError('regression-missing', `--regression ${spec} names no test of ${root}`, {
      hint: "Give a file, folder, glob or node from there, such as 'tests/**' or tests/test_a.py::test_b.",
    });
  });
  return { files, nodes: [...new Map(nodes.map((each) => [each.node, each])).values()] };
}

/** A patch from a file of diffs or predictions. */
export interface Patch {
  /** File or model; with a number if there are several of one name. */
  readonly name: string;
  /** Unified, as git writes it. Bytes: a patch may change files in any encoding. */
  readonly diff: Buffer;
}

const PATCH_FILE = /\.(?:diff|patch)$/i;
const prediction = z.object({
  instance_id: z.string(),
  model_name_or_path: z.string().default('model'),
  model_patch: z.string().nullable(),
});

/** A file may hold predictions by instance, too: `{"id": {"model_patch": …}}`. */
function predictionsOf(record: RawRecord): z.output<typeof prediction>[] {
  const inner = Object.entries(record.value);
  const isKeyed = inner.length > 0 && inner.every(([, each]) => typeof each === 'object' && each !== null);
  const values = isKeyed ? inner.map(([id, each]) => ({ instance_id: id, ...(each as object) })) : [record.value];
  return values.map((value) => parseRecord(prediction, { ...record, value }));
}

async function readPredictions(file: string, instance: string | undefined): Promise<Patch[]> {
  const all = (await readRecords(file)).flatMap(predictionsOf);
  const ids = [...new Set(all.map(({ instance_id: id }) => id))];
  if (instance === undefined && ids.length > 1) {
    throw new DatasetError('patches-instances', { file }, `holds patches of ${ids.length} instances`, {
      hint: `Name the one that the tree is of, such as --instance ${ids[0]}.`,
    });
  }
  if (instance !== undefined && !ids.includes(instance)) {
    throw new DatasetError('patches-instances', { file }, `has no patch of the instance ${instance}`, {
      hint: `It holds ${ids.slice(0, 5).join(', ')}.`,
    });
  }
  return all
    .filter(({ instance_id: id }) => instance === undefined || id === instance)
    .map(({ model_name_or_path: name, model_patch: diff }) => ({ name, diff: Buffer.from(diff ?? '') }));
}

async function readDiff(file: string, name = basename(file)): Promise<Patch> {
  const diff = await readFile(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  // PowerShell redirects in UTF-16; editors of Windows put the mark of UTF-8 first.
  const text = diff[0] === 0xff && diff[1] === 0xfe ? Buffer.from(diff.toString('utf16le')) : diff;
  return { name, diff: text.indexOf('\ufeff') === 0 ? text.subarray(3) : text };
}

/** Each name once. */
function numbered(patches: readonly Patch[]): Patch[] {
  return patches.map(({ name, diff }, at) => {
    const time = patches.slice(0, at + 1).filter((each) => each.name === name).length;
    return { name: time === 1 ? name : `${name} #${time}`, diff };
  });
}

/**
 * The patches of a folder (`.diff`, `.patch`, those of folders in it too), of such a file, or of SWE-bench predictions
 * as JSON or JSON lines.
 *
 * @param instance takes only predictions of this `instance_id`
 */
export async function readPatches(path: string, instance?: string): Promise<readonly Patch[]> {
  const found = await stat(path).catch(() => null);
  if (!found) {
    throw new ConfigError('patches-missing', `there is no file or folder ${path}`, {
      hint: 'Name a folder of .diff files, or SWE-bench predictions (.jsonl, .json), with --patches.',
    });
  }
  if (!found.isDirectory()) {
    return numbered(PATCH_FILE.test(path) ? [await readDiff(path)] : await readPredictions(path, instance));
  }
  const names = (await readdir(path, { recursive: true })).filter((name) => PATCH_FILE.test(name)).sort();
  if (names.length === 0) {
    throw new ConfigError('patches-missing', `${path} holds no .diff or .patch file`, {
      hint: 'Put a patch a file there, or name the file of the predictions itself.',
    });
  }
  return Promise.all(names.map((name) => readDiff(join(path, name), name)));
}
