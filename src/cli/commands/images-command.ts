import type { Command } from 'commander';
import { ConfigError, EXIT } from '../../core/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { printJson } from '../io.ts';
import { commaSeparated, examples, jsonOption } from '../options.ts';

interface ImagesFlags {
  readonly packages?: readonly string[];
  readonly name?: string;
  readonly json?: true;
}

const tagged = (name: string) => (name.includes(':') ? name : `${name}:latest`);

export function addImagesCommand(program: Command, { io, setExitCode }: CommandContext): void {
  program
    .command('images')
    .description('container images of the docker sandbox')
    .argument('<what>', 'base: the image with Python, made once from Debian packages (root, debootstrap)')
    .option('--packages <names>', 'packages of Debian to go with it, such as python3-pandas', commaSeparated)
    .option('--name <name>', 'what to call an image with packages; for --image')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree images base',
        'mutagree images base --json',
        'mutagree images base --name learning --packages python3-sklearn,python3-pandas',
      ),
    )
    .action(async (what: string, flags: ImagesFlags) => {
      const { unknownName } = await import('../../core/unknown-name.ts');
      if (what !== 'base') throw unknownName('image', what, ['base']);
      const { name, packages } = flags;
      if ((name === undefined) !== (packages === undefined)) {
        throw new ConfigError('incomplete-image', '--name and --packages belong together', {
          mend: 'Give both, or neither for the image with Python alone.',
        });
      }
      const { makeBaseImage } = await import('../../sandbox/docker-sandbox.ts');
      const say = (line: string) => io.stderr(`${line}\n`);
      const id = await makeBaseImage(say, name && packages ? { name: tagged(name), packages } : undefined);
      if (flags.json) printJson(io, { image: name ?? 'base', id });
      else io.stdout(`${id}\n`);
      setExitCode(EXIT.done);
    });
}
