import { join } from 'node:path';

/** What decides where caches are kept. */
export interface CachePlace {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's own folder. */
  readonly home: string;
}

/** Where this user keeps what can be made again, by the custom of the system. */
export function cacheFolder({ platform, env, home }: CachePlace): string {
  const own = env['XDG_CACHE_HOME'];
  if (own) return join(own, 'mutagree');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'mutagree', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'mutagree');
  return join(home, '.cache', 'mutagree');
}
