import { type EstimateSettings, estimate } from '../../app/estimate-run.ts';
import type { StudySettings } from '../../app/settings/config.ts';
import { costEstimateText } from '../../app/texts/cost-estimate-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

/** `mutagree estimate`: calls, tokens and money of a run before it is made. */
export async function estimateScreen(
  { json, ...settings }: StudySettings & EstimateSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const found = await estimate(settings, io.use);
  const { maxTokens: _, ...document } = found;
  printResult(io, json, document, () => costEstimateText(found));
  return EXIT.done;
}
