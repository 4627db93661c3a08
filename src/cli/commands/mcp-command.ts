import type { Command } from 'commander';
import { questionSettings } from '../../app/solving/solve-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { examples } from '../options.ts';
import { addSettings } from '../setting-options.ts';

export function addMcpCommand(program: Command, { io, helpAll, setExitCode }: CommandContext): void {
  const command = program
    .command('mcp')
    .description('tools for agents over the Model Context Protocol: solve_python, agree, run_tests');
  addSettings(command, questionSettings, { all: helpAll })
    .addHelpText(
      'after',
      '\nSpeaks on stdin and stdout; a client starts it. Without --model there are agree and run_tests alone.\n',
    )
    .addHelpText('after', examples('mutagree mcp --model gpt-4o-mini', 'mutagree mcp --sandbox bubblewrap'))
    .action(async (flags) => {
      const { mcpScreen } = await import('../screens/mcp-screen.ts');
      setExitCode(await mcpScreen(flags, io));
    });
}
