import { isPublishedPackage } from './known-packages.ts';

const NOT_FOUND = /\b(?:ModuleNotFound|Import)Error: No module named '([^'.]+)/;
const LACKS = /^the sandbox lacks the Python packages? ([\w, .-]+)/;

/** The published packages that this sandbox lacks to judge a program, by the reason of a verdict. */
export function missingPackages(detail: string | null): readonly string[] {
  const imported = NOT_FOUND.exec(detail ?? '')?.[1];
  if (imported) return isPublishedPackage(imported) ? [imported] : [];
  return LACKS.exec(detail ?? '')?.[1]?.split(', ') ?? [];
}
