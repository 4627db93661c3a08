import { z } from 'zod';
import type { ImageOutcome } from '../../app/build-images.ts';
import { setting } from '../../app/settings/setting.ts';
import { imageSettings } from '../../app/settings/verb-settings.ts';
import { EXIT } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import { printError, printJson } from '../io.ts';
import { useVerb, verb } from '../verb.ts';

/** Bytes as Docker shows them: decimal megabytes. */
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

const base = useVerb({
  name: 'base',
  summary: 'Make the image with Python from Debian packages, once',
  notes: 'Needs root and debootstrap.',
  examples: ['mutagree images base'],
  use: async () => {
    const { buildBaseImage } = await import('../../app/build-images.ts');
    return (_, options) => buildBaseImage(options);
  },
  document: (id) => ({ image: 'base', id }),
  text: (id) => `${id}\n`,
});

const build = verb({
  name: 'build',
  summary: "Build a benchmark's image, all, or those of a task file",
  settings: imageSettings,
  examples: [
    'mutagree images build bigcodebench',
    'mutagree images build --dataset live.jsonl',
    'mutagree images build --dataset live.jsonl --index-url https://pypi.example.org/simple --ca proxy.crt',
  ],
  act: async ({ json, ...settings }, io, setExitCode) => {
    const { buildImages } = await import('../../app/build-images.ts');
    const onImage = (outcome: ImageOutcome) => {
      if ('error' in outcome) printError(outcome.error, io);
      else if (!json) {
        const { image, id, bytes, ms } = outcome.image;
        io.stdout(`${image}  ${id}  ${megabytes(bytes)}  ${(ms / 1000).toFixed(1)} s\n`);
      }
    };
    const outcomes = await buildImages(settings, { ...io.use, onImage });
    const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.recipe.name] : []));
    const images = outcomes.flatMap((outcome) => ('image' in outcome ? [outcome.image] : []));
    if (json) printJson(io, { images, failed });
    if (failed.length === 0) return;
    io.stderr(`${failed.length}/${outcomes.length} images could not be built: ${failed.join(', ')}\n`);
    setExitCode(EXIT.infrastructure);
  },
});

const list = useVerb({
  name: 'list',
  summary: 'List the images of benchmarks, and which are built',
  settings: { dataset: setting(z.string().optional(), 'Those that this file needs', 'file') },
  examples: ['mutagree images list', 'mutagree images list --dataset live.jsonl --json'],
  use: async () => (await import('../../app/build-images.ts')).listImages,
  document: (images) => ({ images: images.map(({ found, ...row }) => ({ ...row, ...found })) }),
  text: (images, { dataset }) => {
    const rows = images.map(({ name, image, title, built, found }) => {
      const state = found ? `built, ${megabytes(found.bytes)}` : built === null ? 'unknown' : 'not built';
      return [name, state, image, title];
    });
    const next =
      dataset === undefined
        ? 'mutagree images build NAME builds one; a task file says what it needs: mutagree images build --dataset FILE'
        : `mutagree images build --dataset ${dataset}`;
    return `${table([['name', 'state', 'image', 'holds'], ...rows])}\n${next}\n`;
  },
});

export const imagesVerb = verb({
  name: 'images',
  summary: 'Build and list images for the docker sandbox',
  verbs: [base, build, list],
});
