import type { Study } from './study.ts';

/** Turns a study into one file; pure. An empty text writes no file: the study is not one that it is for. */
export interface Reporter {
  readonly name: string;
  /** Name of the file in the run directory, such as `report.html`. */
  readonly file: string;
  readonly summary: string;
  render(study: Study): string;
}
