import { z } from 'zod';

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

/** The contents of an image in which a package's own tests run: the `setup` of a live DL-Bench record. */
const imageSetup = z.strictObject({
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
});

/** The fields of a record that specifies the contents of its image. */
export const imageRequest = z.object({
  /** On the package index, as PEP 508 has it. */
  package: matching(NAME, 'must be the name of a package, such as "scikit-learn"'),
  /** As PEP 440 has it, loosely. */
  version: matching('[A-Za-z0-9][A-Za-z0-9.!+_-]*', 'must be a version, such as "1.6.1"'),
  setup: imageSetup,
});

/** The purpose of one container image: a package with its set-up. */
export type ImageRequest = z.infer<typeof imageRequest>;
