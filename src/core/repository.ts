import type { ImageRecipe } from './image-recipe.ts';

/** Where a task's repository lies: in an image by its own recipe, in one that is built under a name, or in a folder here. */
export type RepositoryImage =
  | { readonly kind: 'recipe'; readonly recipe: ImageRecipe }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string };

/** The function of a repository that a candidate takes the place of. */
export interface RepositoryTarget {
  readonly image: RepositoryImage;
  readonly path: string;
  readonly functionName: string;
  /** `A.B` for a class in a class; null for a function. */
  readonly className: string | null;
  /** Whether everything below the root belongs to the repository; else the root is a folder of installed packages. */
  readonly wholeRoot: boolean;
  /** More arguments of pytest, in which `<root>` is replaced by the root. */
  readonly pytestArgs: readonly string[];
  readonly plugin: string | null;
  /** Files and folders with tests of the task, relative to the root: no program sees the originals, whatever it is run on. */
  readonly testFiles?: readonly string[] | undefined;
}

/** Path relative to a root, with `/`, to a file's bytes in base64; null for a file that is not there. */
export type ChangedFiles = Readonly<Record<string, string | null>>;

/** A tree in which a candidate changes files: its code is {@link ChangedFiles} as JSON. */
export interface TreeTarget extends Pick<RepositoryTarget, 'image' | 'wholeRoot' | 'pytestArgs'> {
  /** Folders to import modules from, relative to the root; the root itself comes last. */
  readonly importFrom: readonly string[];
  /** Files of tests, which lie there whatever a candidate changes. */
  readonly files: ChangedFiles;
}

export function filesOfNodes(nodes: readonly string[]): readonly string[] {
  return [...new Set(nodes.map((node) => (node.split('::')[0] ?? '').replace(/^(?:\.\/+)+|\/+$/g, '')))].sort();
}

export function imageKey(image: RepositoryImage): string {
  if (image.kind === 'folder') return image.path;
  return image.kind === 'recipe' ? image.recipe.image : image.name;
}

/** Why a candidate could not be judged by single tests. */
export const CANDIDATE_PROBLEMS = ['no-code', 'patch-impossible', 'collection-error', 'import-error'] as const;

/** The dotted name under which tests import the function's module; a folder `src` around the packages is not part of it. */
export function moduleName({ path }: Pick<RepositoryTarget, 'path'>): string {
  return path
    .replace(/^src\//, '')
    .replace(/(?:\/__init__)?\.py$/, '')
    .replaceAll('/', '.');
}
