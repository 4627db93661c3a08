import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { isPublishedPackage } from '../../python-source/syntax/python-words.ts';

const IMPORT = /^[ \t]*(?:import|from)[ \t]+(\w+)/gm;
/** A program that handles a failed import itself is left to the tests. */
const TRIES = /^[ \t]*try[ \t]*:/m;
const LIMITS = { timeoutMs: 10_000, memoryMib: 1024 };

const importsOf = (code: string): readonly string[] =>
  TRIES.test(code) ? [] : [...code.matchAll(IMPORT)].map(([, name = '']) => name);

const find = (name: string) => `import importlib.util\nassert importlib.util.find_spec("${name}") is not None`;

/** Widely used packages that programs or tests import and the sandbox lacks, before any of them runs. */
export async function missingImports(
  texts: readonly { readonly code: string }[],
  sandbox: Pick<Sandbox, 'run'>,
  signal: AbortSignal,
) {
  const named = [...new Set(texts.flatMap(({ code }) => importsOf(code)))].filter(isPublishedPackage).toSorted();
  const tests = named.map((name) => ({ id: name, body: { kind: 'assertion' as const, code: find(name) } }));
  const suite = { id: hashOf(tests), tests, entryPoint: null };
  const job = { id: 'imports', code: '', suite, limits: LIMITS };
  const verdicts = named.length === 0 ? [] : (await sandbox.run(job, signal)).verdicts;
  const names = named.filter((_, at) => verdicts[at] === 'fail');
  return {
    names,
    isNeededBy: ({ code }: { readonly code: string }) => importsOf(code).some((name) => names.includes(name)),
  };
}

/** @param what such as `2 samples cannot be scored` */
export const lackText = (what: string, names: readonly string[]): string =>
  `${what}: the sandbox lacks ${names.join(', ')}`;

/** A lack of the machine is no mistake of a program. */
export const packagesMissing = (what: string, names: readonly string[]): SandboxError =>
  new SandboxError('packages-missing', lackText(what, names), {
    hint: 'Name a Python that has them (--python), or use the Docker sandbox with an image that does ("mutagree images list"); --partial goes on without what needs them.',
  });
