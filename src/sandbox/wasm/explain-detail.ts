import type { SandboxResult, Verdict } from '../../core/sandbox.ts';

const EXPLANATIONS: readonly (readonly [RegExp, (match: RegExpMatchArray) => string])[] = [
  [
    /^(?:ModuleNotFound|Import)Error: No module named '([^']+)'/,
    ([, name]) => `module '${name}' is not available in the wasm sandbox; use --sandbox bubblewrap or docker`,
  ],
  [/can't start new thread/, () => 'threads are not available in the wasm sandbox'],
  [
    /does not support processes|has no attribute '(?:fork|execv\w*|posix_spawn|kill)'/,
    () => 'processes are not available in the wasm sandbox',
  ],
  [/Address family not supported|\[Errno -4\]/, () => 'sockets are not available in the wasm sandbox'],
  [/\[Errno 52\]/, () => 'this system call is not available in the wasm sandbox'],
  [/^NotImplementedError: (?:signals|add_signal)/, () => 'signals are not available in the wasm sandbox'],
];

/** A size between 2^31 and 2^63: with a 64-bit interpreter an allocation that fails, here a number out of range. */
const TOO_LARGE_FOR_32_BITS = /^OverflowError: cannot fit 'int' into an index-sized integer/;

function explain(detail: string): string {
  for (const [pattern, text] of EXPLANATIONS) {
    const match = detail.match(pattern);
    if (match) return `${detail} (${text(match)})`;
  }
  return detail;
}

/** Explains features that this sandbox lacks, and names a lack of memory. */
export function explainResult(result: SandboxResult): SandboxResult {
  const verdicts: Verdict[] = [...result.verdicts];
  const details = result.details.map((detail, index) => {
    if (detail === null) return null;
    if (verdicts[index] === 'error' && TOO_LARGE_FOR_32_BITS.test(detail)) verdicts[index] = 'out-of-memory';
    return verdicts[index] === 'error' ? explain(detail) : detail;
  });
  return { ...result, verdicts, details };
}
