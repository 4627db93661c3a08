import { isPublishedPackage } from './known-packages.ts';

const NOT_FOUND = /\b(?:ModuleNotFound|Import)Error: No module named '([^'.]+)/;
const LACKS = /^the sandbox lacks the Python packages? ([\w, .-]+)/;

/**
 * The packages that a program could not be judged without: real ones that this sandbox does not have. A module that
 * nobody has published is the program's own mistake.
 *
 * @param detail why a verdict is not a pass, in the sandbox's words
 */
export function missingPackages(detail: string | null): readonly string[] {
  const imported = NOT_FOUND.exec(detail ?? '')?.[1];
  if (imported) return isPublishedPackage(imported) ? [imported] : [];
  return LACKS.exec(detail ?? '')?.[1]?.split(', ') ?? [];
}
