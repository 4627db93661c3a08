import { serveTools } from '../../app/serve-tools.ts';
import type { SolveSettings } from '../../app/solving/solve-settings.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Io } from '../io.ts';

/** `mutagree mcp`: until the client closes stdin, or the process is stopped. */
export async function mcpScreen(settings: SolveSettings, io: Io): Promise<ExitCode> {
  // stdout belongs to the protocol; warnings alone are shown, since nobody watches.
  const tools = await serveTools(settings, {
    streams: { input: process.stdin, output: process.stdout },
    signal: io.signal,
    env: io.env,
    onEvent: (event) => (event.kind === 'warning' ? io.stderr(`WARNING: ${event.text}\n`) : undefined),
  });
  await tools.ended;
  return EXIT.done;
}
