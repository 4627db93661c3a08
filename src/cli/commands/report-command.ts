import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';
import type { ReportFlags } from '../screens/report-screen.ts';

export function addReportCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('report')
    .description('rebuild the reports of a run from its directory alone')
    .argument('[dir]', 'run directory')
    .option('--out <dir>', 'write the reports somewhere else')
    .option('--title <text>', 'a title over the reports, instead of the data set and its models')
    .option('--notes <file>', 'Markdown that the reports begin with; raw HTML in it is shown as text')
    .option('--outcomes <file>', 'instead of a run: outcomes that another harness published, as JSON Lines')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree report runs/study',
        'mutagree report runs/study --json',
        'mutagree report runs/study --out paper --title "Four models" --notes notes.md',
        'mutagree report --outcomes results.jsonl --out tables',
      ),
    )
    .action(async (directory: string | undefined, flags: ReportFlags) => {
      const { reportScreen } = await import('../screens/report-screen.ts');
      setExitCode(await reportScreen(directory, flags, io));
    });
}
