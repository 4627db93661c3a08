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
    program
      .command(name)
      .description(description)
      .addOption(jsonOption())
      .addHelpText('after', examples(`mutagree ${name}`, `mutagree ${name} --json`))
      .action(async (flags: { json?: true }) => {
        const { catalogue } = await import('../verbs/catalogue.ts');
        setExitCode(await catalogue(name, flags, io));
      });
  }
}
