import { join } from 'node:path';

/** Inputs that decide where caches are kept. */
export interface CachePlace {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's own folder. */
  readonly home: string;
}

/** The user's folder for reproducible files, by the convention of the system. */
export function cacheFolder({ platform, env, home }: CachePlace): string {
  const own = env['XDG_CACHE_HOME'];
  if (own) return join(own, 'mutagree');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'mutagree', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'mutagree');
  return join(home, '.cache', 'mutagree');
}
