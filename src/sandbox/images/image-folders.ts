import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownName } from '../../core/errors.ts';
import { type ImageRecipe, imageRecipe } from '../../core/image-recipe.ts';
import { packageRoot } from '../../package-root.ts';

const DOCKERFILE = 'Dockerfile';
const DL_BENCH = 'dl-bench';

const imagesFolder = () => join(packageRoot(), 'src', 'sandbox', 'images');

/** The comment that a Dockerfile begins with, as one sentence. */
function titleOf(dockerfile: string): string {
  const comment = dockerfile.split('\n').findIndex((line) => !line.startsWith('#'));
  const text = dockerfile
    .split('\n')
    .slice(0, comment)
    .map((line) => line.replace(/^#\s*/, ''));
  return /^.*?[.](?=\s|$)/.exec(text.join(' '))?.[0].replace(/[.]$/, '') ?? '';
}

function folderRecipe(name: string): ImageRecipe {
  const folder = join(imagesFolder(), name);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const dockerfile = read(DOCKERFILE);
  const others = readdirSync(folder).filter((file) => file !== DOCKERFILE);
  return imageRecipe({
    name,
    title: titleOf(dockerfile),
    dockerfile,
    files: Object.fromEntries(others.map((file) => [file, read(file)])),
  });
}

/** The images of DL-Bench's repositories: a table's lines in the places of one Dockerfile. */
function repositoryRecipes(): ImageRecipe[] {
  const read = (file: string) => readFileSync(join(imagesFolder(), DL_BENCH, file), 'utf8');
  const template = read('template.Dockerfile');
  const lines = read('repositories.txt').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', repository = '', debian = '', pip = '', commit = 'HEAD'] = line.split(' | ');
      const installed = (packages: string) => packages.split(' ').filter((each) => each !== '');
      const run = (script: string, packages: readonly string[]) =>
        `RUN ${JSON.stringify(['/bin/sh', `/opt/mutagree/build/${script}.sh`, ...packages])}`;
      const dockerfile = template
        .replaceAll('<repository>', repository)
        .replace(
          '<debian>',
          installed(debian)
            .map((each) => run('debian', [each]))
            .join('\n'),
        )
        .replace('<pip>', run('pip', ['setuptools', 'wheel', 'pytest', ...installed(pip)]))
        .replace('<commit>', commit);
      return imageRecipe({ name: `${DL_BENCH}-${name}`, title: titleOf(dockerfile), dockerfile, files: {} });
    });
}

/** Every image of our own: those of benchmarks' folders, and of DL-Bench's repositories; by name. */
export function namedImages(): readonly ImageRecipe[] {
  const folders = readdirSync(imagesFolder()).filter((name) => existsSync(join(imagesFolder(), name, DOCKERFILE)));
  return [...folders.map(folderRecipe), ...repositoryRecipes()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The image of that name. @throws ConfigError `unknown-image` */
export function namedImage(name: string): ImageRecipe {
  const images = namedImages();
  const found = images.find((image) => image.name === name);
  if (!found) throw unknownName('image', name, ['all', 'base', ...images.map((image) => image.name)]);
  return found;
}
