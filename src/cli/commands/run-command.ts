import type { Command } from 'commander';
import { type StudySettings, studySettings } from '../../app/settings/config.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../options.ts';
import { addSettings } from '../setting-options.ts';

/** Every setting of a study as a flag; shared with `estimate`. */
export function addStudyOptions(command: Command, { helpAll }: CommandContext): Command {
  return addSettings(command, studySettings, { all: helpAll })
    .option('--config <file>', 'YAML settings; flags win (mutagree init)')
    .addOption(jsonOption());
}

export function addRunCommand(program: Command, context: CommandContext): void {
  const { io, setExitCode } = context;
  const command = program
    .command('run')
    .description('the whole pipeline: mutate, generate, execute, agree, evaluate, report (resumes where it stopped)');
  addStudyOptions(command, context)
    .addHelpText(
      'after',
      examples(
        'mutagree run --dataset starter --model gpt-4o-mini --variants 10 --max-cost 2',
        'mutagree run --dataset tasks.jsonl --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1 --limit 5',
        'mutagree run --dataset starter --model gpt-4o-mini --model gpt-4o --repeats 3 --out runs/study',
        'mutagree run --config mutagree.yaml --out runs/study',
        'mutagree run --dataset HumanEvalPlus.jsonl.gz --samples programs.jsonl --tests tests.jsonl --out runs/given',
      ),
    )
    .action(async (flags: StudySettings & { readonly json?: true }) => {
      const { runScreen } = await import('../screens/run-screen.ts');
      setExitCode(await runScreen(flags, io));
    });
}
