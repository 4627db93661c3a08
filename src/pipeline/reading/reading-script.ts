import { fileURLToPath } from 'node:url';

const kind = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** What the process that reads replies runs; in a module of its own, so that `npm run test:full` can name the built one. */
export const READING_SCRIPT = fileURLToPath(new URL(`./reading-process.${kind}`, import.meta.url));
