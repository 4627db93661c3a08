import { IMAGE_PATHS, type ImageRecipe, imageRecipe, PIP_SETTINGS } from '../../core/image-recipe.ts';
import type { ImageRequest } from './image-setup.ts';

/** Module name of a set-up's pytest plugin. */
export const SETUP_PLUGIN = 'mutagree_setup_plugin';

/** `RUN` in its exec form: no shell reads the arguments. */
const run = (...argv: readonly string[]) => `RUN ${JSON.stringify(argv)}`;

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

/**
 * The recipe of the image for a task's set-up. Pure: the same set-up gives the same image everywhere. Parts shared by
 * many images (Debian's packages, and large ones such as torch) come first, so that their layers are shared.
 */
export function imageFor(request: ImageRequest): ImageRecipe {
  const { package: name, version, setup } = request;
  const apt = setup.apt ?? [];
  const pip = requirements(request);
  const plugin: Record<string, string> = setup.plugin ? { [`plugins/${SETUP_PLUGIN}.py`]: setup.plugin } : {};
  const lines = [
    'ARG BASE=debian:bookworm-slim',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Docker's own placeholder
    'FROM ${BASE}',
    'COPY build/debian.sh /opt/mutagree/build/',
    run('/bin/sh', '/opt/mutagree/build/debian.sh', 'python3', 'python3-pip', 'ca-certificates'),
    // One layer per package, in one order, shared by all images that need it.
    ...[...apt].sort().map((debian) => run('/bin/sh', '/opt/mutagree/build/debian.sh', debian)),
    'COPY build/ /opt/mutagree/build/',
    ...PIP_SETTINGS.map((name) => `ARG ${name}`),
    ...(pip.length > 0 ? [run('/bin/sh', '/opt/mutagree/build/pip.sh', ...pip)] : []),
    run(
      '/bin/sh',
      '/opt/mutagree/build/root.sh',
      ...(setup.root === 'sdist' ? ['sdist', name, version] : ['site-packages']),
    ),
    ...(setup.plugin ? [`COPY plugins/ ${IMAGE_PATHS.plugins}/`] : []),
  ];
  return imageRecipe({
    name: `dl-bench-${normalisedName(name)}`,
    title: `${name} ${version} (${setup.root}) with its tests`,
    dockerfile: `${lines.join('\n')}\n`,
    files: plugin,
  });
}
