import { type Command, Option } from 'commander';
import type { MutateSettings } from '../../app/mutation/mutation-settings.ts';
import type { CommandContext } from '../command-context.ts';
import {
  addCompositionOptions,
  addTaskOptions,
  baseUrlOption,
  decimal,
  examples,
  inputPriceOption,
  jsonOption,
  outputPriceOption,
  promptOption,
  requestTimeoutOption,
  wholeNumber,
} from '../options.ts';

export function addMutateCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('mutate')
    .description('rewrite prompts; only the llm- mutators need a model')
    .requiredOption('--dataset <name|file>', 'bundled set (starter) or a task file')
    .option(
      '--mutators <list>',
      'names, all, family:NAME or thesis (seven rewrites by a model), separated by commas',
      'all',
    )
    .option(
      '--per-mutator <n>',
      'variants per mutator and prompt, or compositions per prompt, at most',
      wholeNumber(1),
      1,
    )
    .option('--seed <n>', 'seed of what is drawn', wholeNumber(0), 0)
    .option('-o, --output <file|dir>', 'file (variants) or folder (dataset) to write')
    .addOption(
      new Option('--format <format>', 'our variants, or task files in the input’s own format that any harness can run')
        .choices(['variants', 'dataset'])
        .default('variants'),
    )
    .addOption(promptOption())
    .option('--model <id>', 'model that writes for the llm- mutators: at the endpoint, or gguf:PATH')
    .addOption(baseUrlOption())
    .option('--temperature <t>', 'sampling temperature of that model', decimal)
    .option('--max-tokens <n>', 'longest reply of that model', wholeNumber(1))
    .option('--replies <dir>', 'folder that keeps the replies of that model (beside -o by default)')
    .addOption(requestTimeoutOption())
    .option('--retry-failed', 'ask again for what failed or was refused')
    .option('--max-cost <usd>', 'end (exit code 4, resumable) before spending more', decimal)
    .addOption(inputPriceOption())
    .addOption(outputPriceOption())
    .option('--review <file>', 'write a CSV of prompts before and after, to be judged')
    .option('--keep-unchanged', 'with --format dataset: write tasks that a mutator refuses as they are')
    .addOption(jsonOption());
  addTaskOptions(addCompositionOptions(command))
    .addHelpText(
      'after',
      examples(
        'mutagree mutate --dataset starter -o variants.jsonl',
        'mutagree mutate --dataset HumanEval.jsonl.gz --mutators family:naming --format dataset -o mutated/',
        'mutagree mutate --dataset starter --mutators gram-imperative-interrogative --json',
        'mutagree mutate --dataset starter --strength strong --per-mutator 5 -o composed.jsonl',
        'mutagree mutate --dataset starter --review review.csv',
        'mutagree mutate --dataset starter --mutators llm-rephrase --model gpt-4o-mini -o rephrased.jsonl',
      ),
    )
    .action(async (flags: MutateSettings & { readonly json?: true }) => {
      const { mutateScreen } = await import('../screens/mutate-screen.ts');
      setExitCode(await mutateScreen(flags, io));
    });
}
