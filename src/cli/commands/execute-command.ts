import type { Command } from 'commander';
import { pick, sandboxSettings } from '../../app/settings/config.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, freshOption, jsonOption } from '../options.ts';
import type { ExecuteFlags } from '../screens/execute-screen.ts';
import { addSettings } from '../setting-options.ts';

export function addExecuteCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('execute')
    .description('run candidates on tests: one matrix, or many from a .jsonl of jobs')
    .requiredOption(
      '--job <file>',
      'JSON {candidates, tests, entryPoint?, timeoutMs, memoryMib, …}, or .jsonl with an id each',
    )
    .option('--outputs', 'also what each program returned')
    .option('--details', 'also why a cell is not a pass')
    .option('-o, --output <file>', 'write there instead of on stdout, whole or not at all')
    .addOption(freshOption())
    .addOption(jsonOption());
  addSettings(command, { ...sandboxSettings, ...pick('queue') })
    .addHelpText(
      'after',
      examples(
        'mutagree execute --job job.json --sandbox wasm --json',
        'mutagree execute --job jobs.jsonl --details --json',
      ),
    )
    .action(async (flags: ExecuteFlags) => {
      const { executeScreen } = await import('../screens/execute-screen.ts');
      setExitCode(await executeScreen(flags, io));
    });
}
