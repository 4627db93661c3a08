/** How well a system is supported, and how that is known. */
export interface PlatformSupport {
  /** Whether our whole test suite runs on it. */
  readonly isTested: boolean;
  readonly detail: string;
}

const UNTESTED = 'not tested by us: written by the documentation of Node and Docker';

/** What works on a system. */
export function platformSupport(platform: NodeJS.Platform): PlatformSupport {
  if (platform === 'linux') return { isTested: true, detail: 'Linux: supported, the whole test suite runs on it' };
  if (platform === 'darwin') {
    return {
      isTested: false,
      detail: `macOS: sandboxes wasm and docker, ${UNTESTED}; without /proc, CPU time of wasm programs is what they and the clock say`,
    };
  }
  if (platform === 'win32') {
    return {
      isTested: false,
      detail: `Windows: sandboxes wasm and docker (or all of them inside WSL), ${UNTESTED}; without /proc, CPU time of wasm programs is what they and the clock say; Ctrl-C and Ctrl-Break interrupt`,
    };
  }
  return { isTested: false, detail: `${platform}: sandbox wasm may work, nobody tried` };
}
