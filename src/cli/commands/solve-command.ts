import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import {
  addSandboxOptions,
  addTaskOptions,
  collected,
  decimal,
  examples,
  jsonOption,
  probability,
  wholeNumber,
} from '../options.ts';
import type { SolveFlags } from '../screens/solve-screen.ts';

export function addSolveCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('solve')
    .description('one problem of your own: the program on which most of the model’s programs and tests agree')
    .argument('[prompt]', 'the prompt, a file that holds it, or - for standard input')
    .option('--model <id>', 'model at the endpoint, or gguf:PATH')
    .option(
      '--base-url <url>',
      'OpenAI-compatible endpoint (OPENAI_BASE_URL or OpenAI by default; key in OPENAI_API_KEY)',
    )
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
    .option('--samples <n>', 'most programs asked for (20); fewer where the pick is decided', wholeNumber(1))
    .option('--variants <n>', 'wordings of the prompt that they are spread over (10)', wholeNumber(1))
    .option('--tests-per-sample <n>', 'tests asked for in each reply (5)', wholeNumber(1))
    .option(
      '--probes <n>',
      'further inputs that the programs are compared on, near those of the tests (0)',
      wholeNumber(0),
    )
    .option('--mutators <list>', 'names, all, none or family:NAME (all)')
    .option('--prompting <name>', 'how a program is asked for (zero-shot)')
    .option('--scorer <name>', 'rule that picks (see "mutagree scorers")')
    .option('--temperature <t>', 'sampling temperature (0.8)', decimal)
    .option('--top-p <p>', 'nucleus sampling (0.95)', decimal)
    .option('--max-tokens <n>', 'longest reply (1024)', wholeNumber(1))
    .option('--seed <n>', 'seed of wordings and samples (0)', wholeNumber(0))
    .option('--max-cost <usd>', 'spend no more on one question', decimal)
    .option('--max-seconds <n>', 'ask for no further samples after so long', decimal)
    .option('--price-input <usd>', 'price of a million input tokens, where the list lacks the model', decimal)
    .option('--price-output <usd>', 'price of a million output tokens', decimal)
    .option('--min-confidence <p>', 'exit with 3, and print no program, where it is less likely right', probability)
    .option('--concurrency <n>', 'model calls in flight (8)', wholeNumber(1))
    .option('--request-timeout-ms <n>', 'milliseconds that one call may take (300000)', wholeNumber(1))
    .option('--out <dir>', 'folder that keeps the replies: the same question costs nothing again')
    .option('--top <n>', 'print the next consensus sets, too', wholeNumber(1))
    .option('--report <dir>', 'write a page about this one question, solution.html')
    .option('--explain', 'print the matrix of programs and tests on stderr')
    .addOption(jsonOption());
  addSandboxOptions(addTaskOptions(command))
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
