import { z } from 'zod';
import { count } from './schema-parts.ts';

const warning = z.strictObject({
  kind: z.enum(['fatal-generated', 'fatal-official', 'reference', 'efficiency']),
  count,
  of: count.describe('Cells, programs, tasks and programs, by kind.'),
  reason: z.string().describe('The commonest.'),
});

/**
 * `fatal-generated` and `fatal-official`: cells of generated tests, and programs under the official tests, that cost the
 * sandbox its process and count as errors. `reference`: tasks whose reference could not be run on the generated tests.
 * `efficiency`: programs that could not be measured.
 */
export type Warning = z.infer<typeof warning>;

export const warningsSchema = z
  .array(warning)
  .readonly()
  .describe('What went wrong in the machinery without ending the run; fatal: it cost the sandbox its process.');
