/**
 * Flags of the command line that mend a failure, by its code: the library's own words name settings, since programs that
 * call it have no flags. A verb's message names those that it has.
 */
export const MENDING_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'ablation-arms': ['--arms', '--ablate'],
  'api-key-missing': ['--api-key', '--host'],
  'base-url-invalid': ['--base-url'],
  'collect-package': ['--package', '--version-of-package'],
  'collect-sandbox': ['--verify'],
  'dataset-repository': ['--in'],
  'directory-locked': ['--out'],
  'examples-unused': ['--prompting', '--examples'],
  'file-exists': ['--force', '--output', '--out'],
  'folder-not-ours': ['--out', '--output'],
  'function-unknown': ['--function'],
  'gguf-extras': ['--extra-body', '--reasoning-effort'],
  'given-missing': ['--given'],
  'image-missing': ['--image', '--sandbox'],
  'incomplete-image': ['--packages', '--name'],
  'join-half': ['--join', '--joined'],
  'label-machine': ['--model', '--base-url'],
  'match-uncounted': ['--match'],
  'matrix-unjudged': ['--official', '--matrix-out'],
  'model-missing': ['--model', '--base-url'],
  'model-unreachable': ['--base-url'],
  'mutations-none': ['--mutators', '--keep-unchanged'],
  'no-tasks': ['--tasks', '--limit', '--since', '--until'],
  'output-is-input': ['--out', '--output', '--matrix-out'],
  'output-missing': ['--output', '--replies'],
  'packages-missing': ['--python', '--sandbox', '--image', '--partial'],
  'placebo-unjudged': ['--official', '--placebo'],
  'port-taken': ['--port'],
  'price-incomplete': ['--price-input', '--price-output'],
  'price-unknown': ['--price-input', '--price-output'],
  'pytest-missing': ['--python'],
  'recording-empty': ['--recording', '--variants-from'],
  'recording-missing': ['--recording', '--variants-from'],
  'reference-fails': ['--python', '--tasks'],
  'repository-import': ['--python'],
  'rival-arms': ['--arms'],
  'samples-are-replies': ['--extract'],
  'samples-format': ['--samples-format'],
  'samples-missing': ['--partial', '--tasks', '--limit'],
  'samples-model-unknown': ['--model'],
  'samples-unjoined': ['--dataset'],
  'samples-unjudged': ['--trust-verdicts'],
  'sandbox-repository': ['--sandbox'],
  'sandbox-unavailable': ['--sandbox'],
  'select-input-missing': ['--dataset', '--solutions', '--tests', '--matrix'],
  'sheet-exists': ['--out'],
  'threshold-unknown': ['--k'],
  'unknown-task': ['--tasks'],
  'variants-invalid': ['--variants-from'],
  'worker-sandbox': ['--sandbox'],
};

/** What the verb can mend a failure with, apart from what its message names already; null where nothing. */
export function mendingFlags(code: string, message: string, known: ReadonlySet<string>): string | null {
  const flags = (MENDING_FLAGS[code] ?? []).filter((flag) => known.has(flag) && !message.includes(flag));
  return flags.length === 0 ? null : `Flags: ${flags.join(', ')}`;
}
