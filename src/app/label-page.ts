import { existsSync } from 'node:fs';
import { ConfigError } from '../core/errors.ts';
import { labelsProblem } from '../labels/codebook.ts';
import type { Rating } from '../labels/rating.ts';
import { sheetRows } from '../labels/sheet-rows.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import type { LabelDesk } from '../view/label-desk.ts';
import { startLabelServer } from '../view/label-server.ts';
import type { ViewServer } from '../view/view-server.ts';
import type { SheetSettings } from './label-sheet.ts';
import { readSuggestions } from './labelling/machine-labels.ts';
import { readRaterFiles, writeSheet } from './labelling/rater-files.ts';
import { readCodebook } from './labelling/read-codebook.ts';
import { readItems } from './labelling/read-items.ts';
import type { UseOptions } from './surroundings.ts';

export interface LabelPageSettings extends SheetSettings {
  /** Suggestions are shown before the rater's own choice; only after it by default. */
  readonly showSuggestions?: boolean | undefined;
}

/** A page that is being served. */
export interface LabelPage extends ViewServer {
  readonly items: number;
  /** Of earlier sessions. */
  readonly labelled: number;
}

/** The labels of earlier sessions, which the page goes on with. @throws DatasetError where the file is of several raters */
async function earlierRatings(
  file: string,
  codebook: Awaited<ReturnType<typeof readCodebook>>,
): Promise<Map<string, Rating>> {
  if (!existsSync(file)) return new Map();
  const [sheet] = await readRaterFiles([file], codebook);
  return new Map((sheet?.ratings ?? []).map((rating) => [rating.id, rating]));
}

/**
 * Serves a page on 127.0.0.1 on which one rater labels; every choice is written to the sheet `out` at once, and an
 * existing sheet is gone on with.
 *
 * @param port 0 takes a free one
 * @throws ConfigError, DatasetError
 */
export async function labelPage(
  settings: LabelPageSettings,
  { port = 0, onEvent }: Pick<UseOptions, 'onEvent'> & { readonly port?: number } = {},
): Promise<LabelPage> {
  const { out, dataset, failures } = settings;
  if (!/\.(?:csv|xlsx)$/i.test(out)) {
    throw new ConfigError('sheet-kind', `${out} is neither a .csv nor a .xlsx file by its name`, {
      mend: 'End it in .csv or .xlsx.',
    });
  }
  await refuseInputs(
    [out],
    [
      { what: 'task file', path: dataset },
      { what: 'file of failures', path: failures },
    ],
  );
  const codebook = await readCodebook(settings.codebook);
  const { items } = await readItems(codebook, settings);
  const suggestions =
    settings.suggestions === undefined ? new Map() : await readSuggestions(settings.suggestions, codebook);
  const ratings = await earlierRatings(out, codebook);
  const known = new Set(items.map(({ id }) => id));
  const stray = [...ratings.keys()].find((id) => !known.has(id));
  if (stray !== undefined) {
    throw new ConfigError('sheet-other', `${out} has labels of "${stray}", which is not among the items`, {
      mend: 'Name the sheet of these items, or a new one.',
    });
  }
  let writing = Promise.resolve();
  const desk: LabelDesk = {
    title: codebook.title,
    question: codebook.question,
    several: codebook.several,
    labels: codebook.labels,
    items,
    ratings: [...ratings.values()],
    shown: settings.showSuggestions ? Object.fromEntries(suggestions) : {},
    save: async (rating) => {
      const problem = known.has(rating.id) ? labelsProblem(codebook, rating.labels) : 'is of no item';
      if (problem !== null) throw new ConfigError('rating-wrong', `the rating of "${rating.id}" ${problem}`);
      ratings.set(rating.id, rating);
      const written = writing.then(() => writeSheet(out, sheetRows(items, ratings), codebook));
      writing = written.catch(() => {});
      await written;
      return rating.labels.length === 0 ? null : (suggestions.get(rating.id) ?? null);
    },
  };
  const server = await startLabelServer(desk, port, (fault) => {
    const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    onEvent?.({ kind: 'warning', text: `a label could not be kept: ${text}` });
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') throw cause;
    throw new ConfigError('port-taken', `port ${port} of 127.0.0.1 cannot be used (${cause.code})`, {
      mend: 'Choose another port, or 0 for a free one.',
      cause,
    });
  });
  const labelled = [...ratings.values()].filter(({ labels }) => labels.length > 0).length;
  return {
    url: server.url,
    items: items.length,
    labelled,
    close: async () => {
      await server.close();
      await writing;
    },
  };
}
