import { z } from 'zod';
import { pick, sandboxSettings } from '../settings/config.ts';
import { setting } from '../settings/setting.ts';

const path = z.string().min(1).optional();
const repeated = z.array(z.string().min(1)).default([]);
const flag = z.boolean().default(false);
const group = 'Existing programs';

/** Settings that only the selection of patches has. */
export const patchOnlySettings = {
  repo: setting(path, 'Pick a patch for this tree instead', 'dir', { group }),
  patches: setting(path, 'Folder of .diff files, or SWE-bench predictions', 'file|dir', { group }),
  instance: setting(path, 'instance_id to take from predictions', 'id', { group }),
  regression: setting(repeated, 'Tests that must still pass: glob or node; repeat', 'tests', { repeat: true, group }),
  pytestArgs: setting(repeated, 'Argument of pytest; repeat for more', 'text', {
    flag: 'pytest-arg',
    repeat: true,
    group,
  }),
  apply: setting(flag, 'Write the picked patch to the tree', { group }),
  report: setting(path, 'Folder for a page with the matrix', 'dir', { group }),
} as const;

/** Settings of the choice among patches. */
export const patchSettings = {
  ...patchOnlySettings,
  tests: setting(path, 'Folder of pytest files', 'dir'),
  scorer: setting(z.string().min(1).default('evidence'), 'Rule that picks (mutagree scorers)', 'name'),
  fresh: setting(flag, 'Start over instead of resuming'),
  ...pick('seed'),
  ...sandboxSettings,
} as const;
