import { StoreError } from '../core/errors.ts';

const PROBLEMS: Readonly<Record<string, readonly [problem: string, mend: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and run the same command again: it goes on where it stopped.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and run the same command again: it goes on where it stopped.'],
  EROFS: ['the disk is read-only', 'Choose a writable folder with --out.'],
  EACCES: ['no permission to write', 'Choose a writable folder with --out.'],
  EPERM: ['no permission to write', 'Choose a writable folder with --out.'],
  ENOTDIR: ['part of the path is a file', 'Choose another folder with --out.'],
  EEXIST: ['a file of that name is in the way', 'Choose another folder with --out.'],
  EFBIG: ['the file would exceed the size limit', 'Raise the limit (ulimit -f) or choose another disk with --out.'],
};

/** A system error on a file of ours as a StoreError that names the path and the mend. */
export function toStoreError(path: string, cause: unknown): StoreError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? 'unknown';
  const [problem, mend] = PROBLEMS[code] ?? [
    `cannot be written (${code})`,
    'See the cause, or choose another folder with --out.',
  ];
  return new StoreError(`store-${code.toLowerCase()}`, `${path}: ${problem}`, { mend, cause });
}
