import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addSandboxOptions, examples, jsonOption } from '../options.ts';
import type { ExecuteFlags } from '../verbs/execute.ts';

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
    .addOption(jsonOption());
  addSandboxOptions(command)
    .addHelpText(
      'after',
      examples(
        'mutagree execute --job job.json --sandbox wasm --json',
        'mutagree execute --job jobs.jsonl --details --json',
      ),
    )
    .action(async (flags: ExecuteFlags) => {
      const { execute } = await import('../verbs/execute.ts');
      setExitCode(await execute({ ...flags, sandbox: flags.sandbox ?? 'auto' }, io));
    });
}
