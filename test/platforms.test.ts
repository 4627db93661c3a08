import { expect, test } from 'vitest';
import { systemFinding } from '../src/app/diagnose-machine.ts';
import { cacheFolder } from '../src/cache-folder.ts';

const folder = (platform: NodeJS.Platform, env = {}) =>
  cacheFolder({ platform, env, home: 'HOME' }).replaceAll('\\', '/');

test('each keeps caches where it is the custom; what the user says comes first', () => {
  expect(folder('linux')).toBe('HOME/.cache/mutagree');
  expect(folder('linux', { LOCALAPPDATA: 'L' })).toBe('HOME/.cache/mutagree');
  expect(folder('darwin')).toBe('HOME/Library/Caches/mutagree');
  expect(folder('win32')).toBe('HOME/AppData/Local/mutagree/cache');
  expect(folder('win32', { LOCALAPPDATA: 'L' })).toBe('L/mutagree/cache');
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(folder(platform, { XDG_CACHE_HOME: 'X' })).toBe('X/mutagree');
  }
});

test('only what the suite runs on is called tested', () => {
  expect(systemFinding('linux').hint).toBeNull();
  for (const platform of ['darwin', 'win32', 'freebsd'] as const) {
    expect(systemFinding(platform).hint).not.toBeNull();
    expect(systemFinding(platform).detail).toMatch(/not tested by us|untested/);
  }
});
