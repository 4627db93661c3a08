import { type Command, Option } from 'commander';
import type { ClassifySettings } from '../../app/classify-failures.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addClassifyCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('classify')
    .description('say what kind of bug failed programs have: fourteen kinds, ranked, with evidence')
    .option('--failures <file>', 'one JSON object per line: id, prompt, generated, pytest_output, reference (if known)')
    .option('--run <dir>', 'the programs of a finished run that failed the official tests')
    .option('--references <file>', 'right programs, one JSON object per line: id, reference')
    .option('--gold', 'the file holds labels ("label", "second_label"): say how often they agree')
    .option('--against <file>', 'a second file of failures: both distributions side by side')
    .addOption(new Option('--judge <who>', 'who decides').choices(['rules', 'model']).default('rules'))
    .option('--examples <file>', 'labelled failures to show to the judging model')
    .option('--model <id>', 'the judging model')
    .option('--base-url <url>', 'its OpenAI-compatible endpoint')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree classify --failures failures.jsonl --references prompts.jsonl --gold',
        'mutagree classify --run runs/study --json',
      ),
    )
    .action(async (flags: ClassifySettings & { readonly json?: true }) => {
      const { classifyScreen } = await import('../screens/classify-screen.ts');
      setExitCode(await classifyScreen(flags, io));
    });
}
