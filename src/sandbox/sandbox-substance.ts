import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dockerImage } from './docker/docker-sandbox.ts';
import { findHostPython } from './native/host-python.ts';
import { filesIn, hashOfFiles, runnerFolder } from './native/runner-launch.ts';
import { findWasmInstallation } from './wasm/wasm-process.ts';

/** Python 3.8 and 3.9 do not know the names of their own modules; then the list is empty. */
const LIST_PACKAGES = `
import importlib.metadata, json, pkgutil, sys
paths = json.loads(sys.argv[1])
packages = sorted({"%s %s" % (d.metadata["Name"], d.version) for d in importlib.metadata.distributions(path=paths)})
own = getattr(sys, "stdlib_module_names", None)
modules = None if own is None else sorted(set(own) | {m.name for m in pkgutil.iter_modules(paths)})
print(json.dumps({"packages": packages, "modules": modules}))
`;

async function ofHost(python: string | undefined) {
  const { executable, version, packages: paths } = await findHostPython(python);
  const { stdout } = await promisify(execFile)(executable, ['-I', '-c', LIST_PACKAGES, JSON.stringify(paths)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { packages, modules } = JSON.parse(stdout) as { packages: string[]; modules: string[] | null };
  return { python: version, packages, modules, image: null };
}

/**
 * The conditions that affect verdicts in a sandbox of this machine, apart from the runner: version of the interpreter,
 * packages such as `numpy 1.24.2` and importable names, in order, null where the image decides; or that image.
 *
 * @throws SandboxError if the interpreter or image is missing
 */
export async function sandboxSubstance(
  name: string,
  { python, image }: { readonly python?: string | undefined; readonly image?: string | undefined },
) {
  if (name === 'docker') return { python: null, packages: null, modules: null, image: await dockerImage(image) };
  if (name !== 'wasm') return ofHost(python);
  const [major] = process.versions.node.split('.');
  const version = `Pyodide ${findWasmInstallation().pyodideVersion} on Node ${major}`;
  return { python: version, packages: [], modules: null, image: null };
}

/** Content hash of the files that judge in a sandbox; the same wherever the same mutagree is installed. */
export function runnerHash(sandbox: string): string {
  const wasm = sandbox === 'wasm' ? findWasmInstallation() : null;
  return hashOfFiles(wasm?.files ?? filesIn(runnerFolder(), '.py'), wasm?.pyodideVersion ?? '');
}
