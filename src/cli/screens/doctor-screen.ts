import { diagnose } from '../../app/diagnose-machine.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree doctor`: exit code 0 when a run could start here. */
export async function doctorScreen({ baseUrl, json }: { baseUrl?: string; json?: true }, io: Io): Promise<ExitCode> {
  const { node, ready, findings } = await diagnose({ baseUrl }, io.use);
  if (json) printJson(io, { node, ready, findings });
  else {
    for (const { name, ok, detail, mend } of findings)
      io.stdout(`${ok ? 'ok     ' : 'missing'} ${name}: ${detail}\n${mend ? `          ${mend}\n` : ''}`);
    io.stdout(
      ready ? '\nReady to run.\n' : '\nNot ready: at least one isolating sandbox and a writable disk are needed.\n',
    );
  }
  return ready ? EXIT.done : EXIT.infrastructure;
}
