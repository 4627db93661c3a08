import { z } from 'zod';
import { setting } from '../../app/settings/setting.ts';
import { useVerb } from '../verb.ts';

export const initVerb = useVerb({
  name: 'init',
  summary: 'Write a commented config file and its JSON Schema',
  settings: {
    file: setting(z.string().default('mutagree.yaml'), 'File to write', { argument: true }),
    force: setting(z.boolean().optional(), 'Overwrite a file that exists'),
  },
  examples: ['mutagree init', 'mutagree init studies/first.yaml', 'mutagree run --config mutagree.yaml'],
  use: async () => {
    const { writeConfig } = await import('../../app/write-config.ts');
    return ({ file = 'mutagree.yaml', force }) => writeConfig(file, { force });
  },
  text: (_, { file = 'mutagree.yaml' }) =>
    `Wrote ${file} and its schema. Next: edit it, then "mutagree run --config ${file}".\n`,
});
