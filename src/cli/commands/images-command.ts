import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { commaSeparated, examples, jsonOption } from '../options.ts';
import type { ImagesBaseFlags, ImagesBuildFlags } from '../screens/images-screen.ts';

function addBase(images: Command, { io, setExitCode }: CommandContext): void {
  images
    .command('base')
    .description('makes the image with Python from Debian packages, once (root, debootstrap)')
    .option('--packages <names>', 'packages of Debian to go with it, such as python3-pandas', commaSeparated)
    .option('--name <name>', 'what to call an image with packages; for --image')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree images base',
        'mutagree images base --name learning --packages python3-sklearn,python3-pandas',
      ),
    )
    .action(async (flags: ImagesBaseFlags) => {
      const { baseScreen } = await import('../screens/images-screen.ts');
      setExitCode(await baseScreen(flags, io));
    });
}

function addBuild(images: Command, { io, setExitCode }: CommandContext): void {
  images
    .command('build')
    .description("builds a benchmark's image, all of them, or those that a task file needs")
    .argument('[name]', 'a name that "mutagree images list" shows, or all')
    .option('--dataset <file>', 'build what the tasks of this file need')
    .option('--base <image>', 'image with apt to build on (debian:bookworm-slim, else one made from Debian packages)')
    .option('--network <mode>', 'network of the build (host)')
    .option('--index-url <url>', "package index for pip (this machine's setting); ends in /simple")
    .option('--ca <file>', "certificates for pip to trust, PEM (this machine's)")
    .option('--no-cache', 'use no layer of an earlier build')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'mutagree images build bigcodebench',
        'mutagree images build --dataset live.jsonl',
        'mutagree images build --dataset live.jsonl --index-url https://pypi.example.org/simple --ca proxy.crt',
      ),
    )
    .action(async (name: string | undefined, flags: ImagesBuildFlags) => {
      const { buildScreen } = await import('../screens/images-screen.ts');
      setExitCode(await buildScreen(name, flags, io));
    });
}

function addList(images: Command, { io, setExitCode }: CommandContext): void {
  images
    .command('list')
    .description('the images that benchmarks bring, which of them are built, and how large they are')
    .option('--dataset <file>', 'those that the tasks of this file need')
    .addOption(jsonOption())
    .addHelpText('after', examples('mutagree images list', 'mutagree images list --dataset live.jsonl --json'))
    .action(async (flags: { dataset?: string; json?: true }) => {
      const { listScreen } = await import('../screens/images-screen.ts');
      setExitCode(await listScreen(flags, io));
    });
}

export function addImagesCommand(program: Command, context: CommandContext): void {
  const images = program.command('images').description('container images of the docker sandbox');
  addBase(images, context);
  addBuild(images, context);
  addList(images, context);
}
