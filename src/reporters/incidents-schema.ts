import { z } from 'zod';
import { count } from './schema-parts.ts';

/** What went wrong in the machinery without ending the run, as report.json holds it. */
export const incidentsSchema = z
  .array(
    z.strictObject({
      kind: z.enum(['fatal-generated', 'fatal-official', 'reference', 'efficiency']),
      count,
      of: count.describe('Cells, programs, tasks and programs, by kind.'),
      reason: z.string().describe('The commonest.'),
    }),
  )
  .readonly()
  .describe('What went wrong in the machinery without ending the run; fatal: it cost the sandbox its process.');
