import { questionSettings } from '../../app/settings/verb-settings.ts';
import { verb } from '../verb.ts';

export const mcpVerb = verb({
  name: 'mcp',
  summary: 'Serve tools for agents (Model Context Protocol)',
  settings: questionSettings,
  short: true,
  plain: true,
  notes: `Tools: solve_python, agree, run_tests; without --model agree and run_tests alone.
Speaks on stdin and stdout; a client starts it.`,
  examples: ['mutagree mcp --model gpt-4o-mini', 'mutagree mcp --sandbox bubblewrap'],
  act: async (settings, { signal, env, stderr }) => {
    const { serveTools } = await import('../../app/serve-tools.ts');
    // stdout belongs to the protocol; only warnings are shown, since there is no reader.
    const tools = await serveTools(settings, {
      streams: { input: process.stdin, output: process.stdout },
      signal,
      env,
      onEvent: (event) => (event.kind === 'warning' ? stderr(`WARNING: ${event.text}\n`) : undefined),
    });
    await tools.ended;
  },
});
