import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ConfigError, SandboxError } from '../../core/errors.ts';
import { moduleName, type RepositoryTarget } from '../../core/repository.ts';
import { type SandboxLimits, type SandboxTest, suiteOf } from '../../core/sandbox.ts';
import { functionContext } from '../../python-source/prompts/function-context.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { sameFunctions } from '../../python-source/syntax/locate-function.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { collectNames } from '../../python-source/syntax/python-names.ts';
import { type PythonNode, parsePython } from '../../python-source/syntax/python-tree.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-words.ts';
import { bubblewrapSandbox } from '../../sandbox/native/bubblewrap-sandbox.ts';
import { environmentPython, findHostPython, type HostPython } from '../../sandbox/native/host-python.ts';

const FORM = 'Give it as FILE::function or FILE::Class.method, such as src/geometry.py::Polygon.area.';
/** Files and folders that mark a project's root. */
const MARKS = ['.git', '.hg', 'pyproject.toml', 'setup.py', 'setup.cfg'];

function refuse(code: string, message: string, hint: string): never {
  throw new ConfigError(code, message, { hint });
}

/** The nearest folder above the file that is marked as a project's; the file's own folder where none is. */
function rootOf(file: string): string {
  const own = dirname(file);
  let at = own;
  while (!MARKS.some((mark) => existsSync(join(at, mark)))) {
    const above = dirname(at);
    if (above === at) return own;
    at = above;
  }
  return at;
}

function readSource(file: string, given: string): string {
  if (!existsSync(file) || !statSync(file).isFile()) {
    refuse('file-missing', `there is no file ${given}`, FORM);
  }
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) {
    refuse('file-encoding', `${given} is not UTF-8`, 'Save it as UTF-8, which is what Python expects, too.');
  }
  if (!isValidPython(text)) {
    const { firstError } = parsePython(text);
    const line = firstError === null ? '' : ` near line ${text.slice(0, firstError).split('\n').length}`;
    const hint = 'Fix its syntax first; the rest of the file stays as it is.';
    refuse('file-not-python', `${given} is not Python${line}`, hint);
  }
  return text;
}

/** Finds the function that `FILE::A.b` names. @throws ConfigError */
export function findFunction(given: string) {
  const at = given.lastIndexOf('::');
  const [fileName, names] = at < 0 ? [given, ''] : [given.slice(0, at), given.slice(at + 2)];
  if (fileName === '' || !/^[^\W\d]\w*(?:\.[^\W\d]\w*)*$/u.test(names)) {
    refuse('function-form', `"${given}" does not name a function of a file`, FORM);
  }
  const file = resolve(fileName);
  const source = readSource(file, fileName);
  const parts = names.split('.');
  const functionName = parts.at(-1) as string;
  const className = parts.length > 1 ? parts.slice(0, -1).join('.') : null;
  const same = sameFunctions(parsePython(source), functionName, className);
  if (same.length > 1) {
    const lines = same.map(({ start }) => source.slice(0, start).split('\n').length).join(', ');
    const problem = `${fileName} defines ${names} ${same.length} times (lines ${lines})`;
    refuse('function-ambiguous', problem, 'Leave one of them, or name the class it is in.');
  }
  const [found] = same;
  if (!found) {
    refuse('function-missing', `${fileName} has no function ${names}`, `Write its signature there first. ${FORM}`);
  }
  const real = realpathSync(file);
  const root = rootOf(real);
  const path = relative(root, real).split(sep).join('/');
  /** `path`: relative to the root; `className`: `A.B` for a class in a class; `source`: the file's, byte for byte. */
  return { root, path, functionName, className, source, found: found as PythonNode };
}

/** A function of a user's file in its current state. */
export type FunctionPlace = ReturnType<typeof findFunction>;

/** As a rule of thumb for English and Python. */
const CHARACTERS_PER_TOKEN = 4;
/** Of context, by default. */
const CONTEXT_TOKENS = 1500;

/**
 * The task of writing a function of a module: its docstring, then the module's context as code. Requests for programs
 * and tests show the same text.
 *
 * @param tokens of the code, approximately
 * @returns `left`: definitions of the module that the budget had no room for
 * @param words of the user, if the docstring is incomplete
 */
export function functionTask(place: FunctionPlace, tokens = CONTEXT_TOKENS, words = '') {
  const { root, path, functionName, className, found } = place;
  const { code, docstring, left } = functionContext(found, tokens * CHARACTERS_PER_TOKEN);
  const what = className
    ? `the method \`${functionName}\` of the class \`${className}\``
    : `the function \`${functionName}\``;
  const prose = [words, docstring].filter((part) => part?.trim()).join('\n\n');
  const text = [
    `Write ${what} in the module \`${moduleName({ path })}\`.`,
    prose,
    'This is the module, with the bodies of other functions left out:',
    `\`\`\`python\n${code}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    left,
    task: {
      id: className ? `${path}::${className}.${functionName}` : `${path}::${functionName}`,
      prompt: parsePrompt(text, functionName),
      entryPoint: functionName,
      completesPrompt: false,
      labels: {},
      // Whatever the module calls something by, other modules may, too.
      reservedNames: [...PYTHON_KEYWORDS, ...PYTHON_BUILTINS, ...collectNames(place.source)],
      repository: {
        image: { kind: 'folder', path: root },
        path,
        functionName,
        className,
        wholeRoot: true,
        pytestArgs: [],
        plugin: null,
      },
    },
  };
}

/** Where projects keep their virtual environment. */
const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];

/**
 * The named interpreter, otherwise that of the project's own virtual environment, otherwise `python3`. On the host no
 * file of the project runs unless it was named.
 */
export function projectPython(root: string, named?: string): Promise<HostPython> {
  const instead = "name the project's interpreter with --python";
  if (named !== undefined) return findHostPython(named, instead);
  const found = ENVIRONMENTS.map((name) => join(root, name)).find((path) => existsSync(join(path, 'bin', 'python')));
  return found === undefined ? findHostPython(undefined, instead) : environmentPython(found, root);
}

/** @throws SandboxError if programs cannot run in a folder of this machine */
export async function requireBubblewrap(): Promise<void> {
  const probe = await bubblewrapSandbox.probe();
  if (probe.available) return;
  throw new SandboxError('sandbox-repository', `programs in a repository run in bubblewrap alone: ${probe.detail}`, {
    hint: probe.hint.replace(/, or use .*$/, '.'),
  });
}

/** Looks for pytest without importing it: on the host, an import may run code of the repository. @throws ConfigError */
export function requirePytest({ command, packages }: HostPython): void {
  if (packages.some((folder) => existsSync(join(folder, 'pytest')) || existsSync(join(folder, 'pytest.py')))) return;
  throw new ConfigError('pytest-missing', `${command} has no pytest`, {
    hint: `Install it there (${command} -m pip install pytest), or name the project's interpreter (--python).`,
  });
}

/** Tests of a project on a program in place of one of its functions. */
export function projectJob(
  target: RepositoryTarget,
  code: string,
  tests: readonly SandboxTest[],
  limits: SandboxLimits,
) {
  const suite = suiteOf({ tests, entryPoint: target.functionName, repository: target });
  return { id: target.path, code, suite, limits };
}
