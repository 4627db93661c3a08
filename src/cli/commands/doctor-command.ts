import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addDoctorCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('doctor')
    .description('what works here (python, sandboxes, model endpoint, disk), and how to mend the rest')
    .option('--base-url <url>', 'also ask this endpoint for its models')
    .addOption(jsonOption())
    .addHelpText('after', examples('mutagree doctor', 'mutagree doctor --base-url http://127.0.0.1:11434/v1 --json'))
    .action(async (flags: { baseUrl?: string; json?: true }) => {
      const { doctorScreen } = await import('../screens/doctor-screen.ts');
      setExitCode(await doctorScreen(flags, io));
    });
}
