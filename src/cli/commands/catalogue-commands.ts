import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';

const CATALOGUES = [
  ['mutators', 'the rewriters of prompts, from the registry'],
  ['scorers', 'the rules that pick a program, from the registry'],
  ['datasets', 'the bundled task sets and the file formats, from the registry'],
] as const;

export function addCatalogueCommands(program: Command, { io, setExitCode }: CommandContext): void {
  for (const [name, description] of CATALOGUES) {
    const command = program
      .command(name)
      .description(description)
      .addOption(jsonOption())
      .addHelpText('after', examples(`mutagree ${name}`, `mutagree ${name} --json`))
      .action(async (flags: { json?: true }) => {
        const { catalogueScreen } = await import('../screens/catalogue-screen.ts');
        setExitCode(await catalogueScreen(name, flags, io));
      });
    if (name !== 'mutators') continue;
    command
      .command('show <id>')
      .description('what one mutator does to the bundled tasks, and why it refuses the others')
      .addOption(jsonOption())
      .addHelpText('after', examples('mutagree mutators show lex-task-verb'))
      .action(async (id: string, flags: { json?: true }, { parent }: Command) => {
        const { mutatorScreen } = await import('../screens/catalogue-screen.ts');
        setExitCode(await mutatorScreen(id, { ...parent?.opts(), ...flags }, io));
      });
  }
}
