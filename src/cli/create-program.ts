import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { ExitCode } from '../core/errors.ts';
import { packageRoot } from '../package-root.ts';
import type { CommandContext } from './command-context.ts';
import { addCatalogueCommands } from './commands/catalogue-commands.ts';
import { addClassifyCommand } from './commands/classify-command.ts';
import { addCollectCommand } from './commands/collect-command.ts';
import { addCompareCommand } from './commands/compare-command.ts';
import { addDoctorCommand } from './commands/doctor-command.ts';
import { addEstimateCommand } from './commands/estimate-command.ts';
import { addEvaluateCommand } from './commands/evaluate-command.ts';
import { addExecuteCommand } from './commands/execute-command.ts';
import { addImagesCommand } from './commands/images-command.ts';
import { addInitCommand } from './commands/init-command.ts';
import { addLabelCommand } from './commands/label-command.ts';
import { addMcpCommand } from './commands/mcp-command.ts';
import { addMutateCommand } from './commands/mutate-command.ts';
import { addProfileCommand } from './commands/profile-command.ts';
import { addQueueCommand } from './commands/queue-command.ts';
import { addReportCommand } from './commands/report-command.ts';
import { addRunCommand } from './commands/run-command.ts';
import { addSelectCommand } from './commands/select-command.ts';
import { addServeCommand } from './commands/serve-command.ts';
import { addSolveCommand } from './commands/solve-command.ts';
import { addViewCommand } from './commands/view-command.ts';
import { addWorkerCommand } from './commands/worker-command.ts';
import type { Io } from './io.ts';

/**
 * The command line: flags and help only. What a verb does is loaded when it is called, so that help is instant.
 */
export function createProgram(io: Io, setExitCode: (code: ExitCode) => void, helpAll = false): Command {
  const { version } = JSON.parse(readFileSync(`${packageRoot()}/package.json`, 'utf8')) as { version: string };
  const context: CommandContext = { io, helpAll, setExitCode };
  const program = new Command('mutagree')
    .description(
      'Rewrites each prompt into equivalent variants, has a model write programs and tests for them,\n' +
        'runs every program on every test, keeps the program on which they agree, and measures what that gains.',
    )
    .version(version)
    .showHelpAfterError('(add --help for the flags of this verb)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text), writeErr: (text) => io.stderr(text) });
  for (const add of [
    addSolveCommand,
    addServeCommand,
    addMcpCommand,
    addRunCommand,
    addEstimateCommand,
    addMutateCommand,
    addSelectCommand,
    addEvaluateCommand,
    addExecuteCommand,
    addReportCommand,
    addViewCommand,
    addCompareCommand,
    addClassifyCommand,
    addCollectCommand,
    addLabelCommand,
    addProfileCommand,
    addCatalogueCommands,
    addDoctorCommand,
    addInitCommand,
    addImagesCommand,
    addWorkerCommand,
    addQueueCommand,
  ]) {
    add(program, context);
  }
  program.addHelpText(
    'after',
    `
Exit codes: 0 done, 1 a bug of ours, 2 usage or config, 3 a threshold was missed,
  4 budget reached (resumable), 5 infrastructure failed, 130 interrupted (resumable).
Start with "mutagree doctor", then "mutagree solve --help" for a problem of your own, "mutagree run --help" for a study.`,
  );
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeOut: (t) => io.stdout(t), writeErr: (t) => io.stderr(t) });
  return program;
}
