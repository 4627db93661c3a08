import { sep } from 'node:path';

/** Whether `path` is `folder` or lies below it; both absolute, and without links where those matter. */
export function liesIn(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
