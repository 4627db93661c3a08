import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addInitCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('init')
    .description('write a commented config file and its JSON Schema')
    .argument('[file]', 'where', 'mutagree.yaml')
    .option('--force', 'overwrite a file that exists')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('mutagree init', 'mutagree init studies/first.yaml', 'mutagree run --config mutagree.yaml'),
    )
    .action(async (file: string, flags: { force?: true; json?: true }) => {
      const { initScreen } = await import('../screens/init-screen.ts');
      setExitCode(await initScreen(file, flags, io));
    });
}
