import { z } from 'zod';
import { pick, sandboxSettings } from '../settings/config.ts';
import { setting } from '../settings/setting.ts';
import { selectSettings } from '../settings/verb-settings.ts';

const path = z.string().min(1).optional();
const repeated = z.array(z.string().min(1)).default([]);
const flag = z.boolean().default(false);
const group = 'Existing programs';
const needs = 'repo';

const own = {
  instance: setting(path, 'instance_id to take from predictions', 'id', { group, needs }),
  regression: setting(repeated, 'Tests that must still pass: glob or node; repeat', 'tests', {
    repeat: true,
    group,
    needs,
  }),
  pytestArgs: setting(repeated, 'Argument of pytest; repeat for more', 'text', {
    flag: 'pytest-arg',
    repeat: true,
    group,
    needs,
  }),
  apply: setting(flag, 'Write the picked patch to the tree', { group, needs }),
  report: setting(path, 'Folder for a page with the matrix', 'dir', { group, needs }),
} as const;
const shared = { ...pick('seed', 'scorer'), fresh: selectSettings.fresh, ...sandboxSettings };

/** Settings of the choice among patches, besides tree, patches and tests. */
export const patchSettings = { ...own, ...shared } as const;

/** Flags of `select` that only the choice among patches has. */
export const patchFlags = {
  repo: setting(path, 'Pick a patch for this tree instead', 'dir', {
    group,
    needs: 'patches',
    excludes: Object.keys(selectSettings).filter((name) => name !== 'tests' && !(name in shared)),
  }),
  patches: setting(path, 'Folder of .diff files, or SWE-bench predictions', 'file|dir', { group, needs }),
  ...own,
} as const;
