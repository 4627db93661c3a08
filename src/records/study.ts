import type { RunRecord, RunStatus } from './run-record.ts';

/**
 * The input of reports: finished runs over the same tasks and variants, one per model and repeat, in the requested
 * order. A single run is a study of one.
 */
export interface Study {
  readonly runs: readonly [RunRecord, ...RunRecord[]];
  /** Folders of the runs with a report each, relative to the study's, with `/`; absent where there is one run alone. */
  readonly folders?: readonly string[] | undefined;
  readonly heading?: StudyHeading | undefined;
}

/** Title and notes above a published study's reports. */
export interface StudyHeading {
  /** Instead of the data set and its models. */
  readonly title?: string | undefined;
  /** Markdown. */
  readonly notes?: string | undefined;
}

/** A single run as a study. */
export function studyOf(record: RunRecord): Study {
  return { runs: [record] };
}

export const STUDY_SCHEMA_VERSION = 1;

/** One run of a study, in a directory of its own. */
export interface StudyRun {
  readonly model: string;
  /** From 1. */
  readonly repeat: number;
  /** Relative to the study's directory, with `/`. */
  readonly directory: string;
}

/** `study.json`: which runs a study directory is made of, in the order in which they are made. */
export interface StudyManifest {
  readonly schemaVersion: typeof STUDY_SCHEMA_VERSION;
  readonly status: RunStatus;
  /** ISO time. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly models: readonly string[];
  readonly repeats: number;
  /** The settings that all runs share, without any secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly runs: readonly StudyRun[];
}

/** Turns a study into one file; pure. An empty text writes no file: the study is not one that it is for. */
export interface Reporter {
  readonly name: string;
  /** Name of the file in the run directory, such as `report.html`. */
  readonly file: string;
  readonly summary: string;
  render(study: Study): string;
}
