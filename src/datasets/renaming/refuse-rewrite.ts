import { MutagreeError } from '../../core/errors.ts';

/**
 * Says that a record cannot follow a renaming safely.
 *
 * @throws MutagreeError `rewrite-refused`, always
 */
export function refuseRewrite(reason: string): never {
  throw new MutagreeError('rewrite-refused', `the reference or its tests cannot be renamed: ${reason}`);
}
