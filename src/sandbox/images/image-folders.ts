import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownName } from '../../core/errors.ts';
import { dockerfileOf, type ImageRecipe, imageRecipe, runScript } from '../../core/image-recipe.ts';
import { packageRoot } from '../../package-root.ts';

const read = (...path: string[]) => readFileSync(join(packageRoot(), 'src', 'sandbox', 'images', ...path), 'utf8');

/** Benchmarks whose images are the requirements in the folder of that name. */
const BENCHMARKS = {
  bigcodebench: [
    "The libraries that BigCodeBench's tasks use, in the versions under which its references pass on Debian 12 with Python 3.11.",
    "Neither NLTK's data nor tensorflow: tasks that need those, or a network, cannot pass here.",
  ],
  'ds-1000': [
    "The libraries of DS-1000's tasks in the versions of its authors' environment (environment.yml), on Python 3.11 where they have 3.10.",
    'Neither torch nor tensorflow, whose PyPI wheels are made for graphics cards or large: their 113 of the 1000 tasks are not run here.',
  ],
};

/** @param comment its first line, a sentence, is the title */
function recipe(
  name: string,
  comment: readonly string[],
  debian: readonly string[],
  rest: readonly string[],
  files: Readonly<Record<string, string>>,
): ImageRecipe {
  const title = `${comment[0]}`.replace(/\.$/, '');
  return imageRecipe({ name, title, dockerfile: dockerfileOf(debian, rest, comment), files });
}

function benchmarkRecipe([name, comment]: readonly [string, readonly string[]]): ImageRecipe {
  const rest = [
    'COPY requirements.txt /opt/mutagree/',
    runScript('pip', '--requirements', '/opt/mutagree/requirements.txt'),
    runScript('root', 'site-packages'),
  ];
  return recipe(name, comment, [], rest, { 'requirements.txt': read(name, 'requirements.txt') });
}

/** The image of one of DL-Bench's repositories, by its line of the table. */
function repositoryRecipe(line: string): ImageRecipe {
  const [name = '', repository = '', debian = '', pip = '', commit = 'HEAD'] = line.split(' | ');
  const words = (text: string) => text.split(' ').filter((each) => each !== '');
  const comment = [
    `The repository ${repository} with its own tests, for DL-Bench's tasks of it.`,
    "Never built by its author, who could not reach GitHub: expect to mend what it installs. The benchmark's files name no",
    'commit, so COMMIT is whatever HEAD is at the time of the build; write the one that you measure with here.',
  ];
  const rest = [
    runScript('pip', 'setuptools', 'wheel', 'pytest', ...words(pip)),
    `ARG REPOSITORY=https://github.com/${repository}.git`,
    `ARG COMMIT=${commit}`,
    runScript('clone'),
  ];
  return recipe(`dl-bench-${name}`, comment, words(debian), rest, {});
}

/** Every image of our own: those of benchmarks, and of DL-Bench's repositories; by name. */
export function namedImages(): readonly ImageRecipe[] {
  const lines = read('dl-bench', 'repositories.txt').split('\n');
  const repositories = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const all = [...Object.entries(BENCHMARKS).map(benchmarkRecipe), ...repositories.map(repositoryRecipe)];
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The image of that name. @throws ConfigError `unknown-image` */
export function namedImage(name: string): ImageRecipe {
  const images = namedImages();
  const found = images.find((image) => image.name === name);
  if (!found) throw unknownName('image', name, ['all', 'base', ...images.map((image) => image.name)]);
  return found;
}
