import type { Command } from 'commander';
import { questionSettings } from '../../app/solving/solve-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption, wholeNumber } from '../options.ts';
import type { ServeFlags } from '../screens/serve-screen.ts';
import { addSettings } from '../setting-options.ts';

export function addServeCommand(program: Command, { io, helpAll, setExitCode }: CommandContext): void {
  const command = program
    .command('serve')
    .description('the consensus behind an OpenAI-compatible endpoint, for editors, agents and harnesses')
    .option('--host <name>', 'address to listen on (127.0.0.1); any other needs --api-key')
    .option('--port <n>', 'port (8765); 0 takes a free one', wholeNumber(0))
    .option('--api-key <key>', 'what clients must send as their key (MUTAGREE_API_KEY)')
    .option('--at-once <n>', 'questions that are worked on at once (4)', wholeNumber(1))
    .option('--queue <n>', 'questions that may wait behind them (64), then 429', wholeNumber(1))
    .option('--max-bytes <n>', 'longest request in bytes (8388608)', wholeNumber(1024))
    .option('--strict', 'without a consensus answer with an error, not with a single reply of the model')
    .option('--log-prompts', 'show the prompts on stderr')
    .addOption(jsonOption());
  addSettings(command, questionSettings, { all: helpAll })
    .addHelpText(
      'after',
      `
Point a client at http://127.0.0.1:8765/v1 with the model's name, or "mutagree". A request that asks for Python is solved
as "mutagree solve" does it; everything else is passed on to --base-url untouched. One request can ask for more or less by
the headers x-mutagree-samples, x-mutagree-max-cost (USD) and x-mutagree-max-seconds.
`,
    )
    .addHelpText(
      'after',
      examples(
        'mutagree serve --model gpt-4o-mini',
        'mutagree serve --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1 --out runs/served',
        'mutagree serve --model gpt-4o-mini --host 0.0.0.0 --api-key "$KEY" --max-cost 5',
      ),
    )
    .action(async (flags: ServeFlags) => {
      const { serveScreen } = await import('../screens/serve-screen.ts');
      setExitCode(await serveScreen(flags, io));
    });
}
