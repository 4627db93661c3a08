import type { Command } from 'commander';
import { ConfigError } from '../../core/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addReportCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('report')
    .description('rebuild the reports of a run from its directory alone')
    .argument('[dir]', 'run directory')
    .option('--out <dir>', 'write the reports somewhere else')
    .option('--outcomes <file>', 'instead of a run: outcomes that another harness published, as JSON Lines')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree report runs/study',
        'mutagree report runs/study --json',
        'mutagree report --outcomes results.jsonl --out tables',
      ),
    )
    .action(async (directory: string | undefined, flags: { out?: string; outcomes?: string; json?: true }) => {
      if ((directory === undefined) === (flags.outcomes === undefined)) {
        throw new ConfigError('report-source', 'report takes a run directory or --outcomes FILE, one of the two', {
          mend: 'Name the folder that "mutagree run" printed, such as runs/starter-….',
        });
      }
      if (flags.outcomes !== undefined) {
        const { reportOutcomes } = await import('../verbs/report-outcomes.ts');
        setExitCode(await reportOutcomes(flags.outcomes, flags, io));
      } else if (directory !== undefined) {
        const { report } = await import('../verbs/report.ts');
        setExitCode(await report(directory, flags, io));
      }
    });
}
