import type { SandboxJob } from '../core/sandbox.ts';

/** Most cells of a job: some 0.1 s of CPU time, compared with which the way through Redis does not matter. */
const MOST_CELLS = 2000;
/** Cells of a job where there is little left, so that no worker is idle while another has a long job. */
const FEWEST_CELLS = 200;
/** Rows of a job, however few cells they have. */
const MOST_ROWS = 256;

/** A program costs something even where it has one test; in a repository it may take minutes, and travels alone. */
const costOf = ({ suite }: SandboxJob) => (suite.repository ? MOST_CELLS : suite.tests.length + 1);

/**
 * The number of waiting rows, from the first on, in the next job: some thousand cells; fewer towards the end, so that
 * all free workers share the rest.
 *
 * @param free jobs that may be sent now
 * @returns at least 1 if any row waits
 */
export function rowsOfNextJob(waiting: readonly { readonly job: SandboxJob }[], free: number): number {
  const enough = MOST_CELLS * Math.max(1, free);
  let left = 0;
  for (const { job } of waiting) {
    left += costOf(job);
    if (left >= enough) break;
  }
  const most = Math.min(MOST_CELLS, Math.max(FEWEST_CELLS, Math.ceil(left / Math.max(1, free))));
  let cells = 0;
  let rows = 0;
  for (const { job } of waiting) {
    cells += costOf(job);
    if (rows > 0 && (cells > most || rows >= MOST_ROWS)) break;
    rows++;
  }
  return rows;
}
