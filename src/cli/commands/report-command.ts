import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addReportCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('report')
    .description('rebuild the reports of a run from its directory alone')
    .argument('<dir>', 'run directory')
    .option('--out <dir>', 'write the reports somewhere else')
    .addOption(jsonOption())
    .addHelpText('after', examples('mutagree report runs/study', 'mutagree report runs/study --json'))
    .action(async (directory: string, flags: { out?: string; json?: true }) => {
      const { report } = await import('../verbs/report.ts');
      setExitCode(await report(directory, flags, io));
    });
}
