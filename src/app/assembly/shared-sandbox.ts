import type { Sandbox } from '../../core/sandbox.ts';
import type { Context } from '../context.ts';
import type { SandboxSettings } from '../settings/config.ts';
import { openSandbox } from './open-sandbox.ts';

/** A sandbox that starts at the first need and serves every later one; a start that failed is tried again. */
export interface SharedSandbox {
  /** @throws SandboxError, ConfigError */
  open(use: Context): Promise<Sandbox>;
  close(): Promise<void>;
}

export function sharedSandbox(settings: SandboxSettings): SharedSandbox {
  let opened: Promise<Sandbox> | null = null;
  return {
    open: (use) => {
      opened ??= openSandbox(settings, use).then(({ sandbox }) => sandbox);
      opened.catch(() => {
        opened = null;
      });
      return opened;
    },
    close: async () => {
      const sandbox = await opened?.catch(() => null);
      await sandbox?.close();
    },
  };
}
