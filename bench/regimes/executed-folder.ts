import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../src/cache-folder.ts';

/** Where the executed pools of the regimes lie, unless said otherwise. */
export const executedFolder = (said?: string): string =>
  said ?? join(cacheFolder({ platform: process.platform, env: process.env, home: homedir() }), 'regimes');
