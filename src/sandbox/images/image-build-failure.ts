import { SandboxError } from '../../core/errors.ts';
import type { ImageRecipe } from '../../core/image-recipe.ts';

const SHOWN_LINES = 8;

/** Messages of failed build tools, with hints; the first match counts. */
const KNOWN: readonly { readonly code: string; readonly says: RegExp; readonly hint: string }[] = [
  {
    code: 'disk-full',
    says: /no space left on device|disk quota exceeded/i,
    hint: 'Free some disk: "docker system df" shows what Docker holds, "docker image prune" removes unused layers.',
  },
  {
    code: 'certificate-refused',
    says: /certificate_verify_failed|certificate verify failed|SSLCertVerificationError/i,
    hint: 'Give the certificates of your proxy or index with --ca FILE.',
  },
  {
    code: 'network-failed',
    says: /temporary failure (?:in name )?resol|could not resolve host|connection (?:refused|timed out)|network is unreachable|NewConnectionError|ConnectTimeout/i,
    hint: "Check that the package index and Debian's mirror can be reached; --network host and --index-url may help.",
  },
  {
    code: 'package-missing',
    says: /no matching (?:source )?distribution|could not find a version|unable to locate package|has no installation candidate/i,
    hint: 'Check name and version of the package; --index-url names another index.',
  },
  {
    code: 'package-conflict',
    says: /ResolutionImpossible|conflicting dependencies|unmet dependencies/i,
    hint: 'The versions asked for do not fit together; change those of the set-up.',
  },
];

/** The error for a build that ended badly, by its last lines. */
export function explainBuildFailure(
  { name, image }: ImageRecipe,
  cause: Error & { readonly lines?: readonly string[] },
): SandboxError {
  const lines = cause.lines ?? [];
  const text = [...lines, cause.message].join('\n');
  const known = KNOWN.find(({ says }) => says.test(text));
  const shown = lines.length > 0 ? lines.slice(-SHOWN_LINES) : [cause.message];
  return new SandboxError(
    known?.code ?? 'image-failed',
    `the image ${image} could not be built:\n  ${shown.join('\n  ')}`,
    { cause, hint: known?.hint ?? `The lines above say why; "mutagree images build ${name}" tries again.` },
  );
}
