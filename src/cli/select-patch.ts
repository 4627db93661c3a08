import { join } from 'node:path';
import { patchOnlySettings, patchSettings } from '../app/patches/patch-settings.ts';
import type { SelectPatchSettings } from '../app/select-patch.ts';
import { flagOf, metaOf, type SettingShape, valuesOf } from '../app/settings/setting.ts';
import { ConfigError, EXIT, type ExitCode } from '../core/errors.ts';
import { terminalTable } from '../reporters/columns.ts';
import { patchesTable, patchSentences } from '../reporters/patch-tables.ts';
import { type Io, printResult } from './io.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly json?: true };

const flagName = (shape: SettingShape, name: string) =>
  `--${flagOf((shape[name] && metaOf(shape[name]).flag) ?? name)}`;

/** @throws ConfigError for a flag that only patches have, without a tree */
export function refusePatchFlags(flags: Flags): void {
  const stray = Object.keys(patchOnlySettings).find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw new ConfigError('flag-stray', `${flagName(patchOnlySettings, stray)} needs --repo`, {
    hint: 'Name the tree that the patches are for: --repo DIR --patches FILE|DIR.',
  });
}

/** @throws ConfigError for a missing flag, or one of programs */
function settingsOf({ json: _, ...flags }: Flags, shape: SettingShape): SelectPatchSettings {
  const given = valuesOf(flags);
  const stray = Object.keys(given).find((name) => !(name in patchSettings));
  if (stray !== undefined) {
    throw new ConfigError('flag-stray', `${flagName(shape, stray)} does not go with --repo`, {
      hint: 'With --repo, patches are chosen among: --patches, --tests, --regression.',
    });
  }
  if (given.patches === undefined) {
    throw new ConfigError('patches-missing', '--repo needs --patches', {
      hint: 'Name a folder of .diff files, or a file of SWE-bench predictions.',
    });
  }
  return given as unknown as SelectPatchSettings;
}

/** Picks a patch: its diff goes to stdout, why it was picked to stderr. */
export async function actOnPatches(flags: Flags, shape: SettingShape, io: Io): Promise<ExitCode> {
  const settings = settingsOf(flags, shape);
  const { selectPatch } = await import('../app/select-patch.ts');
  const selection = await selectPatch(settings, io.use);
  const { picked, applied, root, notes } = selection;
  const lines = [
    ...terminalTable(patchesTable(selection)),
    ...patchSentences(selection),
    ...notes.map((note) => `note: ${note}`),
    ...(applied ? [`written to ${root}`] : []),
    ...(settings.report === undefined ? [] : [`report: ${join(settings.report, 'patches.html')}`]),
  ];
  io.stderr(`${lines.join('\n')}\n`);
  printResult(io, flags.json, selection, () => picked?.diff ?? '');
  return picked ? EXIT.done : EXIT.threshold;
}
