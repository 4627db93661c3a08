import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SandboxError } from '../../core/errors.ts';

/** The Python installation that native sandboxes use. */
export interface HostPython {
  /** The real binary, not a shim. */
  readonly executable: string;
  /** As it calls itself: of a virtual environment, the link in it, by which it finds its packages. */
  readonly command: string;
  readonly version: string;
  /** Folders that hold the interpreter and its standard library. */
  readonly prefixes: readonly string[];
  /** Folders of installed packages. */
  readonly packages: readonly string[];
}

const PROBE = `
import json, os, sys
stdlib = os.path.dirname(os.__file__)
packages = [p for p in sys.path if p.endswith(("site-packages", "dist-packages")) and os.path.isdir(p)]
print(json.dumps({"executable": os.path.realpath(sys.executable), "command": sys.executable, "version": "%d.%d.%d" % sys.version_info[:3],
  "prefixes": sorted({sys.prefix, sys.base_prefix, sys.exec_prefix, stdlib}), "packages": packages}))
`;

/** @throws SandboxError `python-missing` or `python-too-old`. */
export async function findHostPython(python = 'python3'): Promise<HostPython> {
  let found: HostPython;
  try {
    const { stdout } = await promisify(execFile)(python, ['-I', '-c', PROBE], { timeout: 30_000 });
    found = JSON.parse(stdout) as HostPython;
  } catch (cause) {
    throw new SandboxError('python-missing', `${python} does not start as a Python interpreter`, {
      cause,
      hint: 'Install Python 3.8 or later, or use --sandbox wasm, which brings its own.',
    });
  }
  const [major = 0, minor = 0] = found.version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 8)) {
    throw new SandboxError('python-too-old', `${python} is Python ${found.version}; 3.8 or later is needed`, {
      hint: 'Install a newer Python, or use --sandbox wasm, which brings its own.',
    });
  }
  return found;
}
