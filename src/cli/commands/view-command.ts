import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption, wholeNumber } from '../options.ts';

export function addViewCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('view')
    .description('show the runs of a folder in the browser, with live progress; for this machine alone')
    .argument('[dir]', 'folder with run directories', 'runs')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', wholeNumber(0), 4173)
    .addOption(jsonOption())
    .addHelpText('after', examples('mutagree view', 'mutagree view reports/published --port 0 --json'))
    .action(async (directory: string, flags: { port: number; json?: true }) => {
      const { viewScreen } = await import('../screens/view-screen.ts');
      setExitCode(await viewScreen(directory, flags, io));
    });
}
