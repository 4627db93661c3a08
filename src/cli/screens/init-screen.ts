import { writeConfig } from '../../app/write-config.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree init [FILE]`. */
export async function initScreen(
  file: string,
  { force, json }: { force?: true; json?: true },
  io: Io,
): Promise<ExitCode> {
  const written = await writeConfig(file, { force });
  if (json) printJson(io, written);
  else io.stdout(`Wrote ${file} and its schema. Next: edit it, then "mutagree run --config ${file}".\n`);
  return EXIT.done;
}
