import { z } from 'zod';
import { pick, sandboxSettings } from '../settings/config.ts';
import { inGroup, setting } from '../settings/setting.ts';
import { selectSettings } from '../settings/verb-settings.ts';

const path = z.string().min(1).optional();
const repeated = z.array(z.string().min(1)).default([]);
const flag = z.boolean().default(false);
const GROUP = 'Existing programs';
const needs = 'repo';

const own = inGroup(GROUP, {
  instance: setting(path, 'instance_id to take from predictions', 'id', { needs }),
  regression: setting(repeated, 'Tests that must still pass: glob or node; repeat', 'tests', { repeat: true, needs }),
  pytestArgs: setting(repeated, 'Argument of pytest; repeat for more', 'text', {
    flag: 'pytest-arg',
    repeat: true,
    needs,
  }),
  apply: setting(flag, 'Write the picked patch to the tree', { needs }),
  report: setting(path, 'Folder for a page with the matrix', 'dir', { needs }),
});
const shared = { ...pick('seed', 'scorer'), fresh: selectSettings.fresh, ...sandboxSettings };

/** Settings of the choice among patches, besides tree, patches and tests. */
export const patchSettings = { ...own, ...shared } as const;

/** Flags of `select` that only the choice among patches has. */
export const patchFlags = {
  ...inGroup(GROUP, {
    repo: setting(path, 'Pick a patch for this tree instead', 'dir', {
      needs: 'patches',
      excludes: Object.keys(selectSettings).filter((name) => name !== 'tests' && !(name in shared)),
    }),
    patches: setting(path, 'Folder of .diff files, or SWE-bench predictions', 'file|dir', { needs }),
  }),
  ...own,
} as const;
