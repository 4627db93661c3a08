import type { Command } from 'commander';
import { EXIT } from '../../core/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { printJson } from '../io.ts';
import { examples, jsonOption } from '../options.ts';

export function addImagesCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('images')
    .description('container images of the docker sandbox')
    .argument('<what>', 'base: the image with Python, made once from Debian packages (root, debootstrap)')
    .addOption(jsonOption())
    .addHelpText('after', examples('mutagree images base', 'mutagree images base --json'))
    .action(async (what: string, flags: { json?: true }) => {
      const { unknownName } = await import('../../core/unknown-name.ts');
      if (what !== 'base') throw unknownName('image', what, ['base']);
      const { makeBaseImage } = await import('../../sandbox/docker-sandbox.ts');
      const id = await makeBaseImage((line) => io.stderr(`${line}\n`));
      if (flags.json) printJson(io, { image: 'base', id });
      else io.stdout(`${id}\n`);
      setExitCode(EXIT.done);
    });
}
