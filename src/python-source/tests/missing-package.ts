import { isPublishedPackage } from './known-packages.ts';

const NOT_FOUND = /\b(?:ModuleNotFound|Import)Error: No module named '([^'.]+)/;
const LACKS = /^the sandbox lacks the Python packages? ([\w, .-]+)/;

/**
 * The packages that are missing to judge a program: real ones that this sandbox lacks. A module that was never
 * published is the program's own mistake.
 *
 * @param detail the sandbox's reason for a verdict that is not a pass
 */
export function missingPackages(detail: string | null): readonly string[] {
  const imported = NOT_FOUND.exec(detail ?? '')?.[1];
  if (imported) return isPublishedPackage(imported) ? [imported] : [];
  return LACKS.exec(detail ?? '')?.[1]?.split(', ') ?? [];
}
