import { type EvaluateSettings, evaluate } from '../../app/evaluate-samples.ts';
import { evaluationText } from '../../app/texts/evaluation-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree evaluate`: official tests on samples. */
export async function evaluateScreen(
  { json, ...settings }: EvaluateSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const evaluation = await evaluate(settings, io.use);
  const { shortfall, sandbox, file, ...document } = evaluation;
  const { references } = document;
  if (json) printJson(io, document);
  else {
    io.stdout(evaluationText(evaluation));
    if (references && references.failing.length === 0)
      io.stdout(`all ${references.checked} references pass their own official tests\n`);
  }
  if (shortfall) throw shortfall;
  return EXIT.done;
}
