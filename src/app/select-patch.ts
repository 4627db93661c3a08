import { readdir, realpath, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findScorer } from '../../agreement/index.ts';
import { ConfigError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import type { PatchSelection } from '../records/patch-selection.ts';
import { patchPage } from '../reporters/html/patch-page.ts';
import { openFolderSandbox, openMountedSandbox } from '../sandbox/repositories/repository-sandboxes.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { writeOwnFile } from '../store/files.ts';
import { type OpenedSandbox, withKeptResults } from './assembly/open-sandbox.ts';
import { type UseOptions, withContext } from './context.ts';
import { mergePatches, writePatch } from './patches/apply-patch.ts';
import { readPatches, readTests, regressionTests, testsFrom } from './patches/find-nodes.ts';
import { describeSelection, judgePatches } from './patches/judge-patches.ts';
import { projectPython, requireBubblewrap, requirePytest } from './repository/function-place.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { SandboxSettings } from './settings/config.ts';
import type { SettingsOf } from './settings/setting.ts';
import { patchSettings } from './settings/verb-settings.ts';

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '__pycache__', 'node_modules', '.pytest_cache']);

/** Names, sizes and times of a tree's files: results of before hold while they stay as they are. */
async function stateOf(root: string): Promise<string> {
  const lines: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) await walk(path);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = await stat(path);
      lines.push(`${path} ${size} ${mtimeMs}`);
    }
  };
  await walk(root);
  return hashOf(lines.sort());
}

/**
 * Opens a sandbox for pytest on a tree: containers of the named image, otherwise bubblewrap with the named interpreter
 * or the tree's own.
 */
async function openTreeSandbox(root: string, choice: SandboxSettings): Promise<OpenedSandbox> {
  const { sandbox: name = 'auto', image, python, jobs: workers = availableParallelism() } = choice;
  if (!['auto', 'bubblewrap', 'docker'].includes(name) || (name === 'bubblewrap' && image !== undefined)) {
    throw new ConfigError('sandbox-repository', `pytest runs on a tree in bubblewrap or docker, not in ${name}`, {
      hint: 'Choose bubblewrap with --python, or docker with --image.',
    });
  }
  const tree = await stateOf(root);
  if (image !== undefined) {
    const { sandbox, imageId } = await openMountedSandbox(root, { jobs: workers, image });
    return { sandbox, description: `docker: ${image}`, workers, conditions: { tree, image: imageId } };
  }
  if (name === 'docker') {
    throw new ConfigError('image-missing', 'docker needs an image with Python, pytest and what the tree imports', {
      hint: 'Name it with --image, or use bubblewrap with --python.',
    });
  }
  await requireBubblewrap();
  const found = await projectPython(root, python);
  requirePytest(found);
  const sandbox = await openFolderSandbox(root, { jobs: workers, python: found });
  return { sandbox, description: `bubblewrap: ${found.command}`, workers, conditions: { tree, python: found.command } };
}

/** The tree, where patches and tests are, and how one of the patches is picked. */
export interface SelectPatchSettings extends SettingsOf<typeof patchSettings> {
  /** Folder of the tree. */
  readonly repo: string;
  /** A path as for `--patches`; or diffs, each with a name. */
  readonly patches: string | readonly { readonly name: string; readonly patch: string }[];
  /** A folder of pytest files; or their texts by name. */
  readonly tests?: string | Readonly<Record<string, string>> | undefined;
}

/**
 * Picks one of several patches for a tree: each is applied to a copy and runs on the tests written for the issue;
 * patches that break the tree's own tests are excluded first. The tree itself changes only if the pick is to be
 * written. If patches are files, an interrupted call keeps its results.
 *
 * @throws ConfigError, DatasetError, SandboxError, StoreError, InterruptedError
 */
export async function selectPatch(
  { repo, patches: given, tests: givenTests = {}, ...asked }: SelectPatchSettings,
  options: UseOptions = {},
): Promise<PatchSelection> {
  return withContext(options, async (context) => {
    const settings = checkSettings(patchSettings, asked, { verb: 'select' });
    const scorer = findScorer(settings.scorer);
    if (!(await stat(repo).catch(() => null))?.isDirectory()) {
      throw new ConfigError('repo-missing', `${repo} is no folder`, { hint: "Name the tree's folder with --repo." });
    }
    const root = await realpath(repo);
    const patches =
      typeof given === 'string'
        ? await readPatches(given, settings.instance)
        : given.map(({ name, patch }) => ({ name, diff: Buffer.from(patch) }));
    const tests = typeof givenTests === 'string' ? await readTests(givenTests, root) : testsFrom(givenTests);
    const regression = await regressionTests(root, settings.regression);
    const { report } = settings;
    if (report !== undefined) await claimFolder(report, 'reports');
    context.progress.start('apply', patches.length);
    const { trees, refused } = await mergePatches(root, patches, () => context.progress.advance());
    const question = { root, trees, refused, tests, regression, scorer, settings };
    const place = typeof given === 'string' ? { file: given, fresh: settings.fresh } : null;
    const opening = () => openTreeSandbox(root, settings);
    const selection = await withKeptResults(place, context, opening, async (sandbox) =>
      describeSelection(question, await judgePatches(question, sandbox, context)),
    );
    const pick = trees.find(({ id }) => id === selection.picked?.id);
    if (settings.apply && pick) await writePatch(root, pick.files);
    const outcome = { ...selection, applied: settings.apply && pick !== undefined };
    if (report !== undefined) await writeOwnFile(report, 'patches.html', patchPage(outcome));
    return outcome;
  });
}
