import type { SandboxResult, Verdict } from '../../core/sandbox.ts';

const MISSING_MODULE = /^(?:ModuleNotFound|Import)Error: No module named '([^']+)'/;
/** By what is not there, the messages that say so. */
const LACKING = {
  threads: /can't start new thread/,
  processes: /does not support processes|has no attribute '(?:fork|execv\w*|posix_spawn|kill)'/,
  sockets: /Address family not supported|\[Errno -4\]/,
  'some system calls': /\[Errno 52\]/,
  signals: /^NotImplementedError: (?:signals|add_signal)/,
};

/** A size between 2^31 and 2^63: with a 64-bit interpreter an allocation that fails, here a number out of range. */
const TOO_LARGE_FOR_32_BITS = /^OverflowError: cannot fit 'int' into an index-sized integer/;

function explain(detail: string): string {
  const module = MISSING_MODULE.exec(detail)?.[1];
  const lacking = Object.entries(LACKING).find(([, pattern]) => pattern.test(detail))?.[0];
  if (module)
    return `${detail} (module '${module}' is not available in the wasm sandbox; use --sandbox bubblewrap or docker)`;
  return lacking ? `${detail} (${lacking} are not available in the wasm sandbox)` : detail;
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
