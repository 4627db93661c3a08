import { z } from 'zod';
import { dockerfileOf, IMAGE_PATHS, type ImageRecipe, imageRecipe, runScript } from '../../core/image-recipe.ts';

/** Module name of a set-up's pytest plugin. */
export const SETUP_PLUGIN = 'mutagree_setup_plugin';

/** Names of distributions are compared without case, and with `-`, `_` and `.` alike (PEP 503). */
export function normalisedName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Names the package itself where its set-up forgets to. */
function requirements({ package: name, version, setup: { install, root } }: ImageRequest): readonly string[] {
  const named = install.some((line) => {
    const found = /^[A-Za-z0-9._-]+/.exec(line)?.[0] ?? '';
    return normalisedName(found) === normalisedName(name);
  });
  return named || root === 'sdist' ? install : [`${name}==${version}`, ...install];
}

/** The recipe of the image for a task's set-up. Pure: the same set-up gives the same image everywhere. */
export function imageFor(request: ImageRequest): ImageRecipe {
  const { package: name, version, setup } = request;
  const pip = requirements(request);
  const plugin: Record<string, string> = setup.plugin ? { [`plugins/${SETUP_PLUGIN}.py`]: setup.plugin } : {};
  const rest = [
    ...(pip.length > 0 ? [runScript('pip', ...pip)] : []),
    runScript('root', ...(setup.root === 'sdist' ? ['sdist', name, version] : ['site-packages'])),
    ...(setup.plugin ? [`COPY plugins/ ${IMAGE_PATHS.plugins}/`] : []),
  ];
  return imageRecipe({
    name: `dl-bench-${normalisedName(name)}`,
    title: `${name} ${version} (${setup.root}) with its tests`,
    // In one order, so that images share layers.
    dockerfile: dockerfileOf([...(setup.apt ?? [])].sort(), rest),
    files: plugin,
  });
}

const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const EXTRAS = '(?:\\[[A-Za-z0-9._,\\s-]+\\])?';
const SPECIFIER = '(?:===|[=!<>~]=|[<>])\\s*[A-Za-z0-9.*!+_-]+';

/** Text of which all matches. */
const matching = (pattern: string, error: string) => z.string().regex(new RegExp(`^${pattern}$`), error);

/** Names and versions only: an option, a URL or a path would make pip do other things than install from its index. */
const requirement = matching(
  `${NAME}${EXTRAS}\\s*(?:${SPECIFIER}(?:\\s*,\\s*${SPECIFIER})*)?`,
  'must be a package with an optional version, such as "numpy<2"; options and URLs are refused',
);
const debianPackage = matching('[a-z0-9][a-z0-9+.-]+', 'must be the name of a Debian package, such as "python3-torch"');

/** The fields of a record that specifies the contents of its image. */
export const imageRequest = z.object({
  /** On the package index, as PEP 508 has it. */
  package: matching(NAME, 'must be the name of a package, such as "scikit-learn"'),
  /** As PEP 440 has it, loosely. */
  version: matching('[A-Za-z0-9][A-Za-z0-9.!+_-]*', 'must be a version, such as "1.6.1"'),
  /** The contents of an image in which a package's own tests run. */
  setup: z.strictObject({
    /** Debian packages. */
    apt: z.array(debianPackage).optional(),
    /** Requirements for pip. */
    install: z.array(requirement),
    /** Where paths start: the installed packages, or the unpacked source of `package==version`. */
    root: z.enum(['site-packages', 'sdist']),
    /** Arguments of pytest, in which `<root>` is replaced by the root. */
    pytest_args: z.array(z.string().regex(/^[^\0\r\n]*$/, 'must be one line')).default([]),
    /** Source of a pytest plugin that every test run loads. */
    plugin: z.string().min(1).max(20_000).optional(),
  }),
});

/** The purpose of one container image: a package with its set-up. */
export type ImageRequest = z.infer<typeof imageRequest>;
