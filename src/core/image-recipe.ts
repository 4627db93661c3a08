import { hashOf } from './hash.ts';

/** Folders of an image that hold the files it was built for. */
export const IMAGE_PATHS = {
  /** A link to the folder that a task's paths are relative to: site-packages, or the unpacked source. */
  root: '/opt/mutagree/root',
  /** Unpacked source of a package whose root is `sdist`. */
  source: '/opt/mutagree/source',
  /** On `sys.path` of a test run that loads `mutagree_setup_plugin` (`-p`), where the set-up has a plugin. */
  plugins: '/opt/mutagree/plugins',
} as const;

export interface ImageRecipe {
  readonly name: string;
  readonly image: string;
  readonly digest: string;
  readonly dockerfile: string;
  readonly files: Readonly<Record<string, string>>;
  readonly title: string;
}

export interface BuiltImage {
  readonly recipe: ImageRecipe;
  /** Digest of configuration and layers; goes into a run's manifest. */
  readonly id: string;
  readonly bytes: number;
  readonly created: string;
}

export const PIP_SETTINGS = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_TRUSTED_HOST',
  'PIP_DEFAULT_TIMEOUT',
] as const;

/** A line of a Dockerfile that runs one of `src/sandbox/images/build/`, in the form whose arguments no shell reads. */
export function runScript(script: string, ...argv: readonly string[]): string {
  return `RUN ${JSON.stringify(['/bin/sh', `/opt/mutagree/build/${script}.sh`, ...argv])}`;
}

/** The Dockerfile of every image of ours. Debian's packages come first, a layer for each, so that images share them. */
export function dockerfileOf(debian: readonly string[], rest: readonly string[], comment: readonly string[] = []) {
  const lines = [
    ...comment.map((line) => `# ${line}`),
    'ARG BASE=debian:bookworm-slim',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Docker's own placeholder
    'FROM ${BASE}',
    'COPY build/debian.sh /opt/mutagree/build/',
    runScript('debian', 'python3', 'python3-pip', 'ca-certificates'),
    ...debian.map((name) => runScript('debian', name)),
    'COPY build/ /opt/mutagree/build/',
    ...PIP_SETTINGS.map((name) => `ARG ${name}`),
    ...rest,
  ];
  return `${lines.join('\n')}\n`;
}

/** Part of every digest: raise it when the scripts of `src/sandbox/images/build/` do other things than before. */
const SCRIPTS = 1;

export function imageRecipe(parts: Pick<ImageRecipe, 'name' | 'dockerfile' | 'files' | 'title'>): ImageRecipe {
  const digest = hashOf(SCRIPTS, parts.dockerfile, parts.files).slice(0, 12);
  return { ...parts, digest, image: `mutagree/${parts.name}:${digest}` };
}
