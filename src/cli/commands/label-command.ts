import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption, wholeNumber } from '../options.ts';
import type { MergeFlags, SheetFlags, SuggestFlags } from '../screens/label-screen.ts';

const codebookOption = () =>
  new Option('--codebook <name|file>', 'stage, ml-task, data-type, bug-kind, or a YAML file').makeOptionMandatory();

/** What is labelled; shared by all acts but `merge`. */
function addItems(command: Command): Command {
  return command
    .addOption(codebookOption())
    .option('--dataset <name|file>', 'tasks to label')
    .option('--failures <file>', 'failures to label, as classify reads them')
    .option('--references <file>', 'right programs of failures: id, reference');
}

function addSheet(label: Command, { io, setExitCode }: CommandContext): void {
  addItems(label.command('sheet'))
    .description('write a CSV sheet for one rater')
    .requiredOption('-o, --out <file>', 'sheet to write')
    .option('--suggestions <file>', 'suggestions of "label suggest"')
    .option('--show-suggestions', 'show them from the beginning')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree label sheet --codebook stage --dataset tasks.jsonl -o ada.csv',
        'mutagree label sheet --codebook bug-kind --failures failures.jsonl -o ada.csv',
      ),
    )
    .action(async (flags: SheetFlags) => {
      const { labelSheetScreen } = await import('../screens/label-screen.ts');
      setExitCode(await labelSheetScreen(flags, io));
    });
}

function addMerge(label: Command, { io, setExitCode }: CommandContext): void {
  label
    .command('merge')
    .description('majority, conflicts and agreement of several raters')
    .argument('<sheets...>', 'filled-in sheets: .csv or .jsonl; each rater is named after the file')
    .addOption(codebookOption())
    .option('-o, --out <file>', 'merged labels, one JSON object per item')
    .option('--conflicts <file>', 'CSV of items without a majority, to be settled')
    .option('--settled <file>', 'that CSV with its column "settled" filled in')
    .option('--join <file>', 'the task file that was labelled')
    .option('--joined <file>', 'the same with the merged labels in its fields')
    .option('--seed <n>', 'of the bootstrap', wholeNumber(0), 0)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree label merge ada.csv ben.csv cleo.csv --codebook stage --conflicts conflicts.csv',
        'mutagree label merge ada.csv ben.csv cleo.csv --codebook stage --settled conflicts.csv --join tasks.jsonl --joined labelled.jsonl',
      ),
    )
    .action(async (raters: string[], flags: Omit<MergeFlags, 'raters'>) => {
      const { labelMergeScreen } = await import('../screens/label-screen.ts');
      setExitCode(await labelMergeScreen({ ...flags, raters }, io));
    });
}

function addMachine(label: Command, { io, setExitCode }: CommandContext): void {
  for (const [act, description, example] of [
    ['suggest', 'what a machine says, for raters to compare with afterwards', '--out suggestions.jsonl'],
    ['predict', 'labels of a set that has none, by a machine alone', '--joined labelled.jsonl'],
  ] as const) {
    addItems(label.command(act))
      .description(description)
      .option('-o, --out <file>', 'ranked labels, one JSON object per item')
      .option('--joined <file>', 'the task file with the first label in the field of the codebook')
      .option('--model <id>', 'a model; without one the stage classifier, or the rules for kinds of bug')
      .option('--base-url <url>', 'its OpenAI-compatible endpoint')
      .addOption(jsonOption())
      .addHelpText('after', examples(`mutagree label ${act} --codebook stage --dataset tasks.jsonl ${example}`))
      .action(async (flags: SuggestFlags) => {
        const { labelSuggestScreen } = await import('../screens/label-screen.ts');
        setExitCode(await labelSuggestScreen(flags, io));
      });
  }
}

export function addLabelCommand(program: Command, context: CommandContext): void {
  const label = program
    .command('label')
    .description("people's labels of tasks and failures: sheets, agreement, machine suggestions");
  addSheet(label, context);
  addMerge(label, context);
  addMachine(label, context);
}
