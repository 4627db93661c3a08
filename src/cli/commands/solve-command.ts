import type { Command } from 'commander';
import { taskSettings } from '../../app/settings/config.ts';
import { questionSettings } from '../../app/solving/solve-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { collected, examples, jsonOption, wholeNumber } from '../options.ts';
import type { SolveFlags } from '../screens/solve-screen.ts';
import { addSettings } from '../setting-options.ts';

export function addSolveCommand(program: Command, { io, helpAll, setExitCode }: CommandContext): void {
  const command = program
    .command('solve')
    .description('one problem of your own: the program on which most of the model’s programs and tests agree')
    .argument('[prompt]', 'the prompt, a file that holds it, or - for standard input')
    .option('--function <name>', 'the function or class to write, where the prompt does not name it')
    .option(
      '--example <call>',
      "a call with its result that must hold, such as 'f([]) == 0'; again for more",
      collected,
    )
    .option('--tests <file>', 'Python tests that must hold: assertions, unittest or pytest functions')
    .option('--in <place>', 'a function of your repository: FILE::function or FILE::Class.method; prints a diff')
    .option('--check <node>', "with --in: the project's own pytest node, run on the pick; again for more", collected)
    .option('--apply', 'with --in: write the file, if the check passes')
    .option('--context-tokens <n>', 'with --in: how much of the module the model is shown (1500)', wholeNumber(0))
    .option('--dataset <name|file>', 'solve all tasks of a file, one JSON object per line (with -o)')
    .option('-o, --output <file>', 'with --dataset: the file; it goes on where it stopped')
    .option('--top <n>', 'print the next consensus sets, too', wholeNumber(1))
    .option('--report <dir>', 'write a page about this one question, solution.html')
    .option('--explain', 'print the matrix of programs and tests on stderr')
    .addOption(jsonOption());
  addSettings(command, { ...questionSettings, ...taskSettings }, { all: helpAll })
    .addHelpText(
      'after',
      `
stdout is the program and nothing else; with --in it is a unified diff. What was agreed on, what the runner-up does
otherwise and the cost go to stderr. Examples in the prompt are tests that must hold, and so are --example and --tests.
Exit code 3: there is no program to give (none could be read, all fail the given tests, or --min-confidence).
`,
    )
    .addHelpText(
      'after',
      examples(
        "mutagree solve 'Write a function median(numbers) that returns the middle value.' --model gpt-4o-mini",
        "mutagree solve task.md --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1 --example 'f([]) == 0'",
        'mutagree solve --in src/geometry.py::Polygon.area --check tests/test_geometry.py --model gpt-4o-mini',
        'mutagree solve --dataset tasks.jsonl -o solved.jsonl --model gpt-4o-mini --max-cost 0.05',
      ),
    )
    .action(async (prompt: string | undefined, flags: Omit<SolveFlags, 'prompt'>) => {
      const { solveScreen } = await import('../screens/solve-screen.ts');
      setExitCode(await solveScreen({ ...flags, ...(prompt === undefined ? {} : { prompt }) }, io));
    });
}
