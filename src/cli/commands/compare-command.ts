import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addCompareCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('compare')
    .description('paired differences of two runs or studies, or of the models of one study')
    .argument('<first>', 'run or study directory')
    .argument('[second]', 'the one to compare it with; without it, the models of the first')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('mutagree compare runs/zero-shot runs/few-shot', 'mutagree compare runs/study --json'),
    )
    .action(async (first: string, second: string | undefined, flags: { json?: true }) => {
      const { compareScreen } = await import('../screens/compare-screen.ts');
      setExitCode(await compareScreen(first, second, flags, io));
    });
}
