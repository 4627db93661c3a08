import { MutagreeError } from '../../core/errors.ts';
import type { DatasetFormat } from '../dataset-format.ts';

/** Says that a record cannot follow a renaming safely. @throws MutagreeError `rewrite-refused`, always */
export function refuseRewrite(reason: string): never {
  throw new MutagreeError('rewrite-refused', `the reference or its tests cannot be renamed: ${reason}`);
}

/** Rewrites records that cannot follow any renaming: another prompt in `field`, or a refusal. */
export const promptAlone =
  (field: string, reason: (name: string) => string): DatasetFormat['rewrite'] =>
  (value, { promptText, renames }) => {
    const [name] = Object.keys(renames);
    if (name !== undefined) refuseRewrite(reason(name));
    return { ...value, [field]: promptText };
  };

/** The new name of the one function that can be renamed; undefined where nothing is. @throws MutagreeError `rewrite-refused` */
export function onlyRenamed(
  renames: Readonly<Record<string, string>>,
  name: string | null,
  reason: string,
): string | undefined {
  if (Object.keys(renames).some((old) => old !== name)) refuseRewrite(reason);
  return name === null ? undefined : renames[name];
}
