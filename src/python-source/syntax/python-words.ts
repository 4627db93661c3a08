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
