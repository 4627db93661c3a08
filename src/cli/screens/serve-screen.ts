import { type ServeSettings, serve } from '../../app/serve-model.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';
import { untilStopped } from '../until-stopped.ts';

export interface ServeFlags extends ServeSettings {
  readonly json?: true;
}

/** `mutagree serve`: an endpoint, until it is stopped. */
export async function serveScreen({ json, ...settings }: ServeFlags, io: Io): Promise<ExitCode> {
  const apiKey = settings.apiKey ?? io.env['MUTAGREE_API_KEY'];
  const server = await serve({ ...settings, apiKey }, io.use);
  try {
    if (json) printJson(io, { baseUrl: server.baseUrl });
    else io.stdout(`${server.baseUrl}\nCtrl-C ends it.\n`);
    await untilStopped(io);
  } finally {
    await server.close();
  }
  return EXIT.done;
}
