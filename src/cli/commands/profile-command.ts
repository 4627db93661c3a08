import type { Command } from 'commander';
import type { ProfileSettings } from '../../app/profile-tasks.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

export function addProfileCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('profile')
    .description('what a task set is made of: length, complexity, vocabulary, labels; beside another set')
    .requiredOption('--dataset <name|file>', 'bundled set (starter) or a task file')
    .option('--against <name|file>', 'a second set: differences, and prompts that are alike')
    .option('--outcomes <file>', 'published outcomes on the first set: model and status per line')
    .option('--against-outcomes <file>', 'outcomes on the second one: how far the models rank alike')
    .option('--published', "figures of the DL-Bench paper beside the set's own; always for its own files")
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('mutagree profile --dataset starter', 'mutagree profile --dataset a.jsonl --against b.jsonl'),
    )
    .action(async (flags: ProfileSettings & { readonly json?: true; readonly published?: true }) => {
      const { profileScreen } = await import('../screens/profile-screen.ts');
      setExitCode(await profileScreen(flags, io));
    });
}
