import { type Command, Option } from 'commander';
import type { CollectSettings } from '../../app/collect-tasks.ts';
import type { CommandContext } from '../command-context.ts';
import { collected, commaSeparated, examples, jsonOption, wholeNumber } from '../options.ts';

export function addCollectCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('collect')
    .description('make tasks of the functions of a repository, judged by its own tests')
    .argument('<source>', 'checkout, unpacked package, folder of installed packages, or source distribution (.tar.gz)')
    .requiredOption('-o, --out <dir>', 'folder for the tasks; the same command goes on there')
    .option('--only <folders>', 'folders below the source, separated by commas', commaSeparated)
    .option('--package <name>', 'distribution name, where the source does not say')
    .option('--version-of-package <version>', 'its version, where the source does not say')
    .addOption(new Option('--root <kind>', 'what the source is').choices(['sdist', 'site-packages']).default('sdist'))
    .option('--install <requirements>', 'what the tests need, separated by commas', commaSeparated)
    .option('--pytest-arg <text>', 'one more argument of pytest; may be given several times', collected)
    .option('--least-tests <n>', 'tests of a function, at least', wholeNumber(1), 3)
    .option('--least-words <n>', 'words of its docstring, at least', wholeNumber(0), 10)
    .option('--least-statements <n>', 'statements of its body, at least', wholeNumber(0), 3)
    .option(
      '--distance <n>',
      'calls from a test to the function, at most (1: the test calls it itself)',
      wholeNumber(1),
      2,
    )
    .option('--subject <words>', 'any, deep-learning, or words of which two must occur', 'any')
    .option('--verify', 'run the tests: three times as it is, once on a stub')
    .option('--python <command>', 'interpreter with what the tests need')
    .option('--most-seconds <n>', 'CPU seconds of one run of a function’s tests, at most', wholeNumber(1), 60)
    .option('--jobs <n>', 'candidates that are run at once', wholeNumber(1), 1)
    .option('--limit <n>', 'so many candidates, drawn evenly', wholeNumber(1))
    .option('--known <file>', 'a task file whose tasks are marked; may be given several times', collected)
    .option('--model <id>', 'model that drafts the prompts (docstrings without one)')
    .option('--base-url <url>', 'its OpenAI-compatible endpoint')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree collect more_itertools-10.5.0.tar.gz -o collected --verify --python venv/bin/python',
        'mutagree collect . -o collected --subject deep-learning --least-tests 3',
      ),
    )
    .action(
      async (
        source: string,
        {
          versionOfPackage: version,
          pytestArg: pytestArgs,
          ...flags
        }: Omit<CollectSettings, 'source' | 'version'> & {
          versionOfPackage?: string;
          pytestArg?: string[];
          readonly json?: true;
        },
      ) => {
        const { collectScreen } = await import('../screens/collect-screen.ts');
        setExitCode(await collectScreen({ ...flags, source, version, pytestArgs }, io));
      },
    );
}
