import { z } from 'zod';
import type { Stored } from '../core/stored.ts';
import { manifestSchema, type RunRecord } from './run-record.ts';

/** Runs over the same tasks and variants, one per model and repeat, in the requested order. */
export interface Study {
  readonly runs: readonly [RunRecord, ...RunRecord[]];
  /** Folders of the runs with a report each, relative to the study's, with `/`; absent where there is one run alone. */
  readonly folders?: readonly string[] | undefined;
  readonly heading?: StudyHeading | undefined;
}

export interface StudyHeading {
  readonly title?: string | undefined;
  readonly notes?: string | undefined;
}

export function studyOf(record: RunRecord): Study {
  return { runs: [record] };
}

export const STUDY_SCHEMA_VERSION = 1;

/** A run's directory lies inside the study's: the file may have been made by someone else. */
const inside = z.string().regex(/^(?!.*(?:^|\/)\.\.(?:\/|$))[^/\\][^\\]*$/, 'leads out of the study');

/** `study.json`: which runs a study directory is made of, in the order in which they are made. */
export const studySchema = z.object({
  schemaVersion: z.literal(STUDY_SCHEMA_VERSION),
  status: manifestSchema.shape.status,
  createdAt: z.string(),
  updatedAt: z.string(),
  models: z.array(z.string()).min(1),
  repeats: z.int().min(1),
  /** The settings that all runs share, without any secret. */
  settings: z.record(z.string(), z.unknown()),
  /** Repeats from 1; directories relative to the study's, with `/`. */
  runs: z.array(z.object({ model: z.string(), repeat: z.int().min(1), directory: inside })).min(1),
});

export type StudyManifest = Stored<typeof studySchema>;
/** One run of a study, in a directory of its own. */
export type StudyRun = StudyManifest['runs'][number];

/** Turns a study into one file; pure. An empty text writes no file: the study is not one that it is for. */
export interface Reporter {
  readonly name: string;
  /** Name of the file in the run directory, such as `report.html`. */
  readonly file: string;
  readonly summary: string;
  render(study: Study): string;
}
