import { hashOf } from '../../core/hash.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { isPublishedPackage } from '../../python-source/tests/known-packages.ts';

const IMPORT = /^[ \t]*(?:import|from)[ \t]+(\w+)/gm;
/** A program that handles a failed import itself is left to the tests. */
const TRIES = /^[ \t]*try[ \t]*:/m;
const LIMITS = { timeoutMs: 10_000, memoryMib: 1024 };

const find = (name: string) => `import importlib.util\nassert importlib.util.find_spec("${name}") is not None`;

/** Packages that programs import and the sandbox lacks, before any test runs, and how many programs need one of them. */
export async function missingImports(
  programs: readonly { readonly code: string }[],
  sandbox: Pick<Sandbox, 'run'>,
  signal: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly programs: number }> {
  const imports = programs.map(({ code }) =>
    TRIES.test(code) ? [] : [...code.matchAll(IMPORT)].map(([, name = '']) => name),
  );
  const named = [...new Set(imports.flat())].filter(isPublishedPackage).toSorted();
  if (named.length === 0) return { names: [], programs: 0 };
  const tests = named.map((name) => ({ id: name, body: { kind: 'assertion' as const, code: find(name) } }));
  const suite = { id: hashOf(tests), tests, entryPoint: null };
  const { verdicts } = await sandbox.run({ id: 'imports', code: '', suite, limits: LIMITS }, signal);
  const names = named.filter((_, at) => verdicts[at] === 'fail');
  return { names, programs: imports.filter((each) => each.some((name) => names.includes(name))).length };
}
