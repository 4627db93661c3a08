import { type Command, Option } from 'commander';
import type { SelectSettings } from '../../app/selection/selection-settings.ts';
import { pick, sandboxSettings, taskSettings } from '../../app/settings/config.ts';
import { ARMS } from '../../core/arm.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, freshOption, jsonOption, wholeNumber, wholeNumbers } from '../options.ts';
import { addSettings } from '../setting-options.ts';

export function addSelectCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('select')
    .description('pick a consensus program from programs and tests that exist, without a model')
    .option('--dataset <name|file>', 'bundled set (starter) or a task file')
    .option('--solutions <file>', 'programs: human-eval samples, CodeT predictions, or ours')
    .option('--tests <file>', 'tests: finished assertions, CodeT predictions, or ours (see below)')
    .option('--scorer <name>', 'rule that picks, or "all" (see "mutagree scorers"; evidence)')
    .option(
      '--tests-per-sample <n>',
      "tests taken of each of CodeT's replies; finished assertions all count",
      wholeNumber(1),
      5,
    )
    .option('--official', 'then run the official tests and print pass@k')
    .option('--k <list>', 'the k of pass@k', wholeNumbers, [1, 2, 10])
    .option(
      '--matrix <file|dir>',
      'what --matrix-out wrote, or a run directory, instead of the three files: nothing is executed',
    )
    .addOption(new Option('--arm <name>', "of a run directory, only this arm's samples").choices([...ARMS]))
    .option('--matrix-out <file>', 'keep verdicts, outputs and official verdicts (gzipped where it ends in .gz)')
    .option('--explain <task>', 'why this task gets the program it gets')
    .option('--provenance <option>', 'samples, distinct-variants, leave-own-variant-out or weights:NAME=W,…', 'samples')
    .option('--placebo', 'measure provenance options against 20 shuffles of the variants (with --official)')
    .option('--twice', 'execute twice; cells that differ are not evidence')
    .option('--as-codet', "with the defect of CodeT's harness, to reproduce its published figures")
    .option('--seed <n>', 'seed of the draw among ties', wholeNumber(0), 0)
    .option('--extract', 'solutions are replies: take the program out of fences and prose')
    .option('--partial', 'go on with the tasks that have programs and tests')
    .option('-o, --output <file>', 'write the picked programs as human-eval samples')
    .addOption(freshOption())
    .addOption(jsonOption());
  addSettings(command, {
    ...taskSettings,
    ...sandboxSettings,
    ...pick('probes', 'given', 'minConfidence', 'giveUpAfterTimeouts', 'queue'),
  })
    .addHelpText(
      'after',
      `
Solutions, one JSON object per line:
  {"task_id", "solution"} or {"task_id", "completion"}, {"prompt", "samples"} (CodeT), or candidates.jsonl's of a run
Tests, one JSON object per line:
  {"task_id", "tests": ["assert f(1) == 2", …]} (every assertion counts), {"prompt", "samples"} (CodeT; the first
  --tests-per-sample of each), or {"taskId", "origins", "body": {"kind", …}} as a run keeps them
`,
    )
    .addHelpText(
      'after',
      examples(
        'mutagree select --dataset HumanEval.jsonl.gz --solutions samples.jsonl --tests tests.jsonl -o picked.jsonl',
        'mutagree select --dataset tasks.jsonl --solutions codet/solutions.jsonl --tests codet/tests.jsonl --timeout-ms 100 --scorer all --official --matrix-out codet.jsonl.gz',
        'mutagree select --matrix codet.jsonl.gz --explain HumanEval/4',
        'mutagree select --matrix codet.jsonl.gz --scorer all --official --as-codet',
      ),
    )
    .action(async (flags: SelectSettings & { readonly k: readonly number[]; readonly json?: true }) => {
      const { selectScreen } = await import('../screens/selection-screen.ts');
      setExitCode(await selectScreen(flags, io));
    });
}
