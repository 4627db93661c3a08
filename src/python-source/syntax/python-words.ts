import { z } from 'zod';
import { readData } from '../../package-root.ts';

const words = z.array(z.string()).transform((list): ReadonlySet<string> => new Set(list));
const lists = z.object({ keywords: words, builtins: words, modules: words, packages: words });

/** Words that no program can use as names; names that every program knows; modules of Python, and of others. */
export const {
  keywords: PYTHON_KEYWORDS,
  builtins: PYTHON_BUILTINS,
  modules: STANDARD_MODULES,
  packages: PUBLISHED_PACKAGES,
} = readData('lexicons/python-words.json', lists);

const packageOf = (module: string) => module.split('.')[0] ?? '';

/** Whether a module belongs to a widely used package that Python itself comes without. */
export const isPublishedPackage = (module: string): boolean => PUBLISHED_PACKAGES.has(packageOf(module));

/** Whether a module, such as `os.path`, belongs to Python or to a widely used package. */
export const isKnownPackage = (module: string): boolean =>
  STANDARD_MODULES.has(packageOf(module)) || isPublishedPackage(module);

/** Only a whole package: where a part of one is not found, as in 'numpy.lineal', the package itself was. */
const NOT_FOUND = /\b(?:ModuleNotFound|Import)Error: No module named '([^'.]+)'/;
const LACKS = /^the sandbox lacks the Python packages? ([\w, .-]+)/;

/** The published packages that this sandbox lacks to judge a program, by the reason of a verdict. */
export function missingPackages(detail: string | null): readonly string[] {
  const imported = NOT_FOUND.exec(detail ?? '')?.[1];
  if (imported) return isPublishedPackage(imported) ? [imported] : [];
  return LACKS.exec(detail ?? '')?.[1]?.split(', ') ?? [];
}
