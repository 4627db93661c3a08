import { EXIT } from '../../core/errors.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

export const doctorVerb = verb({
  name: 'doctor',
  summary: 'Check which sandboxes work here, and say how to fix the rest',
  examples: ['mutagree doctor', 'mutagree doctor --json'],
  act: async ({ json }, io, setExitCode) => {
    const { diagnose } = await import('../../app/diagnose-machine.ts');
    const diagnosis = await diagnose(io.use);
    const { ready, findings } = diagnosis;
    printResult(io, json, diagnosis, () => {
      const lines = findings.map(
        ({ name, ok, detail, hint }) =>
          `${ok ? 'ok     ' : 'missing'} ${name}: ${detail}\n${hint ? `          ${hint}\n` : ''}`,
      );
      return `${lines.join('')}\n${ready ? 'Ready to run.' : 'Not ready: at least one isolating sandbox is needed.'}\n`;
    });
    if (!ready) setExitCode(EXIT.infrastructure);
  },
});
