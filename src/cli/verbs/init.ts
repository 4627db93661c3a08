import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

export const initVerb = verb({
  name: 'init',
  summary: 'Write a commented config file and its JSON Schema',
  settings: {
    file: setting(z.string().default('mutagree.yaml'), 'File to write', { argument: true }),
    force: setting(z.boolean().optional(), 'Overwrite a file that exists'),
  },
  examples: ['mutagree init', 'mutagree init studies/first.yaml', 'mutagree run --config mutagree.yaml'],
  act: async ({ file = 'mutagree.yaml', force, json }, io) => {
    const { writeConfig } = await import('../../app/write-config.ts');
    const written = await writeConfig(file, { force });
    const text = `Wrote ${file} and its schema. Next: edit it, then "mutagree run --config ${file}".\n`;
    printResult(io, json, written, () => text);
  },
});
