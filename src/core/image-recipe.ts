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

/** How an image is built; equal recipes give equal names. */
export interface ImageRecipe {
  /** Short name for the command line, such as `dl-bench-scikit-learn`. */
  readonly name: string;
  /** The image's name in Docker: name and digest of the recipe. */
  readonly image: string;
  /** 12 hex digits of the hash of the Dockerfile and its files. */
  readonly digest: string;
  readonly dockerfile: string;
  /** Files of the build context, path to text. */
  readonly files: Readonly<Record<string, string>>;
  /** The image's contents, for people. */
  readonly title: string;
}

/** An image that was built or was there. */
export interface BuiltImage {
  readonly recipe: ImageRecipe;
  /** Digest of configuration and layers; goes into a run's manifest. */
  readonly id: string;
  readonly bytes: number;
  /** ISO time of creation. */
  readonly created: string;
}

/** Settings of pip that a build takes from the machine it runs on. */
export const PIP_SETTINGS = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_TRUSTED_HOST',
  'PIP_DEFAULT_TIMEOUT',
] as const;

/** Part of every digest: raise it when the scripts of `src/sandbox/images/build/` do other things than before. */
const SCRIPTS = 1;

/** The recipe of a Dockerfile and its files. */
export function imageRecipe(parts: Pick<ImageRecipe, 'name' | 'dockerfile' | 'files' | 'title'>): ImageRecipe {
  const digest = hashOf(SCRIPTS, parts.dockerfile, parts.files).slice(0, 12);
  return { ...parts, digest, image: `mutagree/${parts.name}:${digest}` };
}
