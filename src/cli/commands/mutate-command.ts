import { type Command, Option } from 'commander';
import type { MutateSettings } from '../../app/mutation/mutation-settings.ts';
import { pick, taskSettings } from '../../app/settings/config.ts';
import { questionSettings } from '../../app/solving/solve-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption, wholeNumber } from '../options.ts';
import { addSettings } from '../setting-options.ts';

const shared = {
  ...pick('dataset', 'prompt', 'mutators', 'strength', 'compose', 'balance', 'seed', 'baseUrl', 'temperature'),
  ...pick('maxTokens', 'requestTimeoutMs', 'retryFailed', 'maxCost', 'priceInput', 'priceOutput'),
  ...taskSettings,
  model: questionSettings.model,
};

export function addMutateCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('mutate')
    .description('rewrite prompts; only the llm- mutators need a model')
    .option(
      '--per-mutator <n>',
      'variants per mutator and prompt, or compositions per prompt, at most',
      wholeNumber(1),
      1,
    )
    .option('-o, --output <file|dir>', 'file (variants) or folder (dataset) to write')
    .addOption(
      new Option('--format <format>', 'our variants, or task files in the input’s own format that any harness can run')
        .choices(['variants', 'dataset'])
        .default('variants'),
    )
    .option('--replies <dir>', 'folder that keeps the replies of that model (beside -o by default)')
    .option('--review <file>', 'write a CSV of prompts before and after, to be judged')
    .option('--keep-unchanged', 'with --format dataset: write tasks that a mutator refuses as they are')
    .addOption(jsonOption());
  addSettings(command, shared, { required: ['dataset'] })
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
