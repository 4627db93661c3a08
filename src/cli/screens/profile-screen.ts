import { type ProfileSettings, profile } from '../../app/profile-tasks.ts';
import { profileText } from '../../app/texts/profile-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

/** `mutagree profile`: what a task set is made of, alone or beside another one. */
export async function profileScreen(
  { json, published, ...settings }: ProfileSettings & { readonly json?: true; readonly published?: true },
  io: Io,
): Promise<ExitCode> {
  const found = await profile(settings, io.use);
  printResult(io, json, found, () => profileText(found, published));
  return EXIT.done;
}
