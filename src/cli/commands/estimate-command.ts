import type { Command } from 'commander';
import type { EstimateSettings } from '../../app/estimate-run.ts';
import type { StudySettings } from '../../app/settings/config.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, wholeNumber } from '../options.ts';
import { addStudyOptions } from './run-command.ts';

export function addEstimateCommand(program: Command, context: CommandContext): void {
  const { io, setExitCode } = context;
  const command = program
    .command('estimate')
    .description('calls, tokens and money of a run before it is made: low, expected, worst (takes the flags of run)')
    .option('--calibrate <dir>', 'replies that the model gave before (a run directory or recording)')
    .option('--output-tokens-per-call <n>', 'tokens of a reply, thought included, if you know them', wholeNumber(1))
    .option('--power', 'also the smallest difference that the study can show')
    .option('--comparisons <n>', 'with --power: how many comparisons to correct for', wholeNumber(1));
  addStudyOptions(command, context)
    .addHelpText(
      'after',
      examples(
        'mutagree estimate --dataset starter --model gpt-4o-mini --variants 10',
        'mutagree estimate --config mutagree.yaml --calibrate runs/first-tasks',
        'mutagree estimate --dataset tasks.jsonl --model my-model --price-input 0.2 --price-output 0.8 --power',
      ),
    )
    .action(async (flags: StudySettings & EstimateSettings & { readonly json?: true }) => {
      const { estimateScreen } = await import('../screens/estimate-screen.ts');
      setExitCode(await estimateScreen(flags, io));
    });
}
