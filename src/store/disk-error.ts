import { StoreError } from '../core/errors.ts';

/** Which flag names the place differs from command to command, and some have none. */
const ELSEWHERE = 'Write to a place where files can be made.';

const PROBLEMS: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and run the same command again.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and run the same command again.'],
  EROFS: ['the disk is read-only', ELSEWHERE],
  EACCES: ['no permission to write', ELSEWHERE],
  EPERM: ['no permission to write', ELSEWHERE],
  ENOENT: ['cannot be made there', ELSEWHERE],
  ENOTDIR: ['part of the path is a file', ELSEWHERE],
  EISDIR: ['a folder of that name is in the way', 'Remove the folder, or write to another place.'],
  EEXIST: ['a file of that name is in the way', 'Remove the file, or write to another place.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  ELOOP: ['a symbolic link is in the way', 'Put the file itself there, or write to another place.'],
  EINVAL: ['the system accepts no such name there', ELSEWHERE],
  ENXIO: ['is not a file that can be written', ELSEWHERE],
  ETXTBSY: ['the file is in use as a program', ELSEWHERE],
  EBUSY: ['another program holds it', 'Close that program, or write to another place.'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n), or lower --jobs and --concurrency.'],
  ENFILE: ['too many files are open on this machine', 'Close some programs, or lower --jobs and --concurrency.'],
  EIO: ['the disk fails', ELSEWHERE],
  ESTALE: ['the file server no longer knows it', 'Mount the folder again and run the same command again.'],
  ETIMEDOUT: ['the file server does not answer', 'Run the same command again when it does.'],
  EFBIG: ['the file would exceed the size limit', 'Raise the limit (ulimit -f), or write to another disk.'],
};

/** A system error on a file of ours as a StoreError that names the path and the hint; one that is a StoreError as it is. */
export function toStoreError(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? 'unknown';
  const [problem, hint] = PROBLEMS[code] ?? [`cannot be written (${code})`, ELSEWHERE];
  return new StoreError(`store-${code.toLowerCase()}`, `${path}: ${problem}`, { hint, cause });
}
