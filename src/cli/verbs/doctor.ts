import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { EXIT } from '../../core/errors.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

export const doctorVerb = verb({
  name: 'doctor',
  summary: 'Check what works here, and say how to fix the rest',
  settings: { baseUrl: setting(z.string().optional(), 'Endpoint to ask for its models', 'url') },
  examples: ['mutagree doctor', 'mutagree doctor --base-url http://127.0.0.1:11434/v1 --json'],
  act: async ({ baseUrl, json }, io, setExitCode) => {
    const { diagnose } = await import('../../app/diagnose-machine.ts');
    const diagnosis = await diagnose({ baseUrl }, io.use);
    const { ready, findings } = diagnosis;
    printResult(io, json, diagnosis, () => {
      const lines = findings.map(
        ({ name, ok, detail, hint }) =>
          `${ok ? 'ok     ' : 'missing'} ${name}: ${detail}\n${hint ? `          ${hint}\n` : ''}`,
      );
      const asks = findings.some(({ name, ok }) => name === 'model endpoint' && ok);
      const verdict = !ready
        ? 'Not ready: at least one isolating sandbox and a writable disk are needed.'
        : asks
          ? 'Ready to run.'
          : 'Ready to replay and to judge programs; asking a model needs an endpoint.';
      return `${lines.join('')}\n${verdict}\n`;
    });
    if (!ready) setExitCode(EXIT.infrastructure);
  },
});
