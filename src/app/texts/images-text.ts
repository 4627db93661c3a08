import { table } from '../../reporters/columns.ts';
import type { ImageOutcome, ListedImage } from '../build-images.ts';

const MEGABYTE = 1e6;

/** Bytes as Docker shows them: decimal megabytes. */
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(0)} MB`;

type Built = Extract<ImageOutcome, { readonly image: object }>['image'];

/** The line of an image that was built. */
export function builtText({ image, id, bytes, ms }: Built): string {
  return `${image}  ${id}  ${megabytes(bytes)}  ${(ms / 1000).toFixed(1)} s\n`;
}

function stateOf({ built, found }: ListedImage): string {
  if (found) return `built, ${megabytes(found.bytes)}`;
  return built === null ? 'unknown' : 'not built';
}

/** Every image with its state, and how to build one. @param dataset the task file that they are of */
export function imagesText(images: readonly ListedImage[], dataset: string | undefined): string {
  const rows = images.map((row) => [row.name, stateOf(row), row.image, row.title]);
  const next =
    dataset === undefined
      ? 'mutagree images build NAME builds one; a task file says what it needs: mutagree images build --dataset FILE'
      : `mutagree images build --dataset ${dataset}`;
  return `${table([['name', 'state', 'image', 'holds'], ...rows])}\n${next}\n`;
}
