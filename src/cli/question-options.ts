import { type Command, Option } from 'commander';
import {
  addCompositionOptions,
  baseUrlOption,
  decimal,
  inputPriceOption,
  outputPriceOption,
  probability,
  probesOption,
  requestTimeoutOption,
  wholeNumber,
} from './options.ts';

/** How questions are asked and answered; shared by solve, serve and mcp. */
export function addQuestionOptions(command: Command): Command {
  return addCompositionOptions(command)
    .option('--model <id>', 'model at the endpoint, or gguf:PATH')
    .addOption(baseUrlOption())
    .option('--samples <n>', 'most programs asked for (20); fewer where the pick is decided', wholeNumber(1))
    .option('--variants <n>', 'wordings of the prompt that they are spread over (10)', wholeNumber(1))
    .option('--tests-per-sample <n>', 'tests asked for in each reply (5)', wholeNumber(1))
    .addOption(probesOption())
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
    .addOption(inputPriceOption())
    .addOption(outputPriceOption())
    .option(
      '--min-confidence <p>',
      'give no program that is less likely to be right than this (exit code 3)',
      probability,
    )
    .option('--concurrency <n>', 'model calls in flight (8)', wholeNumber(1))
    .addOption(requestTimeoutOption())
    .option('--out <dir>', 'folder that keeps the replies: the same question costs nothing again');
}
