import type { Command } from 'commander';
import type { EvaluateSettings } from '../../app/evaluate-samples.ts';
import { pick, sandboxSettings, taskSettings } from '../../app/settings/config.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, freshOption, jsonOption, wholeNumbers } from '../options.ts';
import { addSettings } from '../setting-options.ts';

export function addEvaluateCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('evaluate')
    .description('run the official tests on samples; writes <samples>_results.jsonl as human-eval does')
    .requiredOption('--dataset <name|file>', 'bundled set (starter) or a task file')
    .requiredOption('--samples <file>', '{task_id, completion} or {task_id, solution} per line')
    .option('--k <list>', 'the k of pass@k', wholeNumbers, [1, 10, 100])
    .option('--fail-under <threshold>', "such as 'pass@1=0.30'; exit code 3 below it")
    .option('--partial', 'score what can be scored: tasks without samples and samples without packages are left out')
    .option('--extract', 'samples are replies: take the program out of fences and prose')
    .option('--details', 'run every part of the tests, also after a failure')
    .option('--check-references', "first run the benchmark's own solutions on their own tests")
    .addOption(freshOption())
    .addOption(jsonOption());
  addSettings(command, { ...taskSettings, ...sandboxSettings, ...pick('queue') })
    .addHelpText(
      'after',
      examples(
        'mutagree evaluate --dataset HumanEval.jsonl.gz --samples samples.jsonl',
        "mutagree evaluate --dataset starter --samples samples.jsonl --sandbox wasm --fail-under 'pass@1=0.5' --json",
      ),
    )
    .action(async (flags: EvaluateSettings & { readonly json?: true }) => {
      const { evaluateScreen } = await import('../screens/evaluation-screen.ts');
      setExitCode(await evaluateScreen(flags, io));
    });
}
