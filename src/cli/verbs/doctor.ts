import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { EXIT } from '../../core/errors.ts';
import { useVerb } from '../verb.ts';

export const doctorVerb = useVerb({
  name: 'doctor',
  summary: 'Check what works here, and say how to fix the rest',
  settings: { baseUrl: setting(z.string().optional(), 'Endpoint to ask for its models', 'url') },
  examples: ['mutagree doctor', 'mutagree doctor --base-url http://127.0.0.1:11434/v1 --json'],
  use: async () => (await import('../../app/diagnose-machine.ts')).diagnose,
  text: ({ ready, findings }) => {
    const lines = findings.map(({ name, ok, detail, hint }) => {
      return `${ok ? 'ok     ' : 'missing'} ${name}: ${detail}\n${hint ? `          ${hint}\n` : ''}`;
    });
    const asks = findings.some(({ name, ok }) => name === 'model endpoint' && ok);
    const able = asks ? 'Ready to run.' : 'Ready to replay and to judge programs; asking a model needs an endpoint.';
    return `${lines.join('')}\n${ready ? able : 'Not ready: at least one isolating sandbox and a writable disk are needed.'}\n`;
  },
  end: ({ ready }) => (ready ? EXIT.done : EXIT.infrastructure),
});
