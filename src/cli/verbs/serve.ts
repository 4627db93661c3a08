import { metaOf, setting } from '../../app/settings/setting.ts';
import { questionSettings, serveSettings } from '../../app/settings/verb-settings.ts';
import { printResult, untilStopped } from '../io.ts';
import { verb } from '../verb.ts';

export const serveVerb = verb({
  name: 'serve',
  summary: 'Serve the consensus as an OpenAI-compatible endpoint',
  settings: {
    ...serveSettings,
    ...questionSettings,
    maxCost: setting(questionSettings.maxCost, 'Maximum cost of all requests, passed on or solved', {
      ...metaOf(questionSettings.maxCost),
    }),
  },
  short: true,
  notes: `Point a client at http://127.0.0.1:8765/v1 with the model's name, or "mutagree". A request that asks for Python is
solved as "mutagree solve" does it; everything else is passed on to --base-url untouched. One request can ask for more or
less by the headers x-mutagree-samples, x-mutagree-max-cost (USD) and x-mutagree-max-seconds.`,
  examples: [
    'mutagree serve --model gpt-4o-mini',
    'mutagree serve --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1 --out runs/served',
    'mutagree serve --model gpt-4o-mini --host 0.0.0.0 --api-key "$KEY" --max-cost 5',
  ],
  act: async ({ json, ...settings }, io) => {
    const { serve } = await import('../../app/serve-model.ts');
    const apiKey = settings.apiKey ?? io.env['MUTAGREE_API_KEY'];
    const { baseUrl, close } = await serve({ ...settings, apiKey }, io.use);
    try {
      printResult(io, json, { baseUrl }, () => `${baseUrl}\nCtrl-C ends it.\n`);
      await untilStopped(io);
    } finally {
      await close();
    }
  },
});
