import { type Command, Option } from 'commander';
import { addCompositionOptions, decimal, probability, wholeNumber } from './options.ts';

/** How questions are asked and answered; shared by solve, serve and mcp. */
export function addQuestionOptions(command: Command): Command {
  return addCompositionOptions(command)
    .option('--model <id>', 'model at the endpoint, or gguf:PATH')
    .option(
      '--base-url <url>',
      'OpenAI-compatible endpoint (OPENAI_BASE_URL or OpenAI by default; key in OPENAI_API_KEY)',
    )
    .option('--samples <n>', 'most programs asked for (20); fewer where the pick is decided', wholeNumber(1))
    .option('--variants <n>', 'wordings of the prompt that they are spread over (10)', wholeNumber(1))
    .option('--tests-per-sample <n>', 'tests asked for in each reply (5)', wholeNumber(1))
    .option(
      '--probes <n>',
      'further inputs that the programs are compared on, near those of the tests (40 with evidence)',
      wholeNumber(0),
    )
    .addOption(
      new Option('--given <what>', "the prompt's own examples are tests that must hold, or not (examples)").choices([
        'examples',
        'none',
      ]),
    )
    .option('--mutators <list>', 'names, all, none or family:NAME (all)')
    .option('--prompting <name>', 'how a program is asked for (zero-shot)')
    .option('--scorer <name>', 'rule that picks (evidence; see "mutagree scorers")')
    .option('--temperature <t>', 'sampling temperature (0.8)', decimal)
    .option('--top-p <p>', 'nucleus sampling (0.95)', decimal)
    .option('--max-tokens <n>', 'longest reply (1024)', wholeNumber(1))
    .option('--seed <n>', 'seed of wordings and samples (0)', wholeNumber(0))
    .option('--max-seconds <n>', 'ask for no further samples after so long', decimal)
    .option('--price-input <usd>', 'price of a million input tokens, where the list lacks the model', decimal)
    .option('--price-output <usd>', 'price of a million output tokens', decimal)
    .option('--min-confidence <p>', 'no program where it is less likely right (exit code 3)', probability)
    .option('--concurrency <n>', 'model calls in flight (8)', wholeNumber(1))
    .option('--request-timeout-ms <n>', 'milliseconds that one call may take (300000)', wholeNumber(1))
    .option('--out <dir>', 'folder that keeps the replies: the same question costs nothing again');
}
