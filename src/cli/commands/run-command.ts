import { type Command, Option } from 'commander';
import type { StudySettings } from '../../app/settings/config.ts';
import { MATCHES } from '../../core/arm.ts';
import type { CommandContext } from '../command-context.ts';
import {
  addCompositionOptions,
  addSandboxOptions,
  addTaskOptions,
  baseUrlOption,
  collected,
  commaSeparated,
  countOrFile,
  decimal,
  examples,
  givenOption,
  inputPriceOption,
  jsonObject,
  jsonOption,
  outputPriceOption,
  probability,
  probesOption,
  promptOption,
  queueOption,
  requestTimeoutOption,
  wholeNumber,
  wholeNumbers,
} from '../options.ts';

/** What is studied: tasks, models and rewritings. */
const addSubject = (command: Command): Command =>
  command
    .option('--config <file>', 'YAML config; flags win over it (see "mutagree init")')
    .option('--dataset <name|file>', 'bundled set (starter) or a task file')
    .option('--preset <name>', 'settings to start from: dl-bench-zero-shot, dl-bench-pass-k, dl-bench-three-shot …')
    .option('--model <id>', 'model at the endpoint, or gguf:PATH; once for each model of a study', collected)
    .addOption(baseUrlOption())
    .option('--test-model <id>', 'model that writes the tests, if another than --model')
    .option('--mutation-model <id>', 'model that writes for the llm- mutators, if another than --model')
    .option(
      '--mutators <list>',
      'names, all, none, family:NAME or thesis (seven rewrites by a model), separated by commas',
    );

/** What a request shows and asks for. */
const addRequestForm = (command: Command): Command =>
  command
    .option('--prompting <name>', 'zero-shot, chain-of-thought, few-shot, self-planning, stage-shot or random-shot')
    .addOption(promptOption())
    .addOption(
      new Option(
        '--shown-test <which>',
        'whether requests show the first official test where that is the custom (MBPP)',
      ).choices(['first', 'none']),
    )
    .option('--shots <n>', 'solved tasks that few-shot, stage-shot and random-shot show', wholeNumber(1))
    .option('--examples <file>', 'task file with references to take them from (a bundled set by default)')
    .option('--stage-classifier <name>', 'what predicts the stage for stage-shot: fitted or model')
    .option('--test-style <name>', 'assertions, or unittest (a module whose methods are the tests)');

/** How many variants, programs and tests there are, and where they come from. */
const addAmounts = (command: Command): Command =>
  command
    .option(
      '--variants <n|file>',
      'prompts per task, the original included; a file: texts of given wordings',
      countOrFile,
    )
    .option('--samples <n|file>', 'samples per variant; a file: programs that exist, no model is asked', countOrFile)
    .option('--tests <file>', 'tests that exist, for --samples FILE')
    .option('--samples-format <name>', 'kind of that file (by its fields by default; see docs/formats.md)')
    .option('--trust-verdicts', 'take official verdicts ("passed") from that file instead of running the tests')
    .option(
      '--programs-per-arm <n>',
      'of given samples, how many an arm takes (as many as wordings have)',
      wholeNumber(1),
    )
    .option('--draws <n>', 'of given samples, how often arms are drawn (20)', wholeNumber(1))
    .option('--repeats <n>', 'runs of each model, sampled with other seeds', wholeNumber(1))
    .option('--tests-per-sample <n>', 'tests of each test reply', wholeNumber(1))
    .addOption(probesOption())
    .addOption(givenOption());

/** How the model samples. */
const addSampling = (command: Command): Command =>
  command
    .option('--temperature <t>', 'sampling temperature', decimal)
    .option('--top-p <p>', 'nucleus sampling', decimal)
    .option('--max-tokens <n>', 'longest reply, thought included; a resumed run may raise it', wholeNumber(1))
    .option('--reasoning-effort <word>', 'how long a reasoning model thinks: low, medium, high …')
    .option('--extra-body <json>', 'fields that are sent with every request as they are', jsonObject);

/** What is compared, and by which rules. */
const addComparison = (command: Command): Command =>
  command
    .option('--k <list>', 'the k of pass@k, such as 1,3,5', wholeNumbers)
    .option(
      '--arms <list>',
      'baseline, self-agreement, mutation-ensemble (these by default); rivals at equal cost: examples-first, more-tests, self-repair, judge, distinguish',
      commaSeparated,
    )
    .option(
      '--active <n>',
      'adds the arm active-ensemble: the ensemble, then n questions about inputs on which its leading programs part (3 for the arm distinguish)',
      wholeNumber(1),
    )
    .addOption(new Option('--match <what>', 'what equal budget means').choices([...MATCHES]))
    .option('--ablate', 'original and mutated prompts for programs and for tests, crossed')
    .option('--efficiency', 'measure passing programs beside the reference: CPU, memory, complexity')
    .option('--scorer <name>', 'rule that picks the program (see "mutagree scorers")')
    .option(
      '--min-confidence <p>',
      'reports answer only where the pick is at least this likely to be right',
      probability,
    )
    .option('--adaptive', 'ask in rounds, and leave a task when its pick is decided')
    .option('--seed <n>', 'seed of everything that is drawn', wholeNumber(0));

/** How calls are made, and what they may cost. */
const addCallLimits = (command: Command): Command =>
  command
    .option('--batch', "ask in OpenAI's batches: half the price, within a day (see docs/cost.md)")
    .option(
      '--samples-per-call <n>',
      'samples of one prompt that a call asks for, where the endpoint honours "n" (1)',
      wholeNumber(1),
    )
    .option('--concurrency <n>', 'model calls in flight', wholeNumber(1))
    .option('--retries <n>', 'calls after a failed one, with growing waits', wholeNumber(0))
    .addOption(requestTimeoutOption())
    .option(
      '--max-failures <n|p%>',
      'end (exit code 5) when more single calls than this fail (10% of at least 20 calls, failing in 3 tasks or all)',
    )
    .option('--retry-failed', 'ask again for what failed or was refused')
    .option('--max-cost <usd>', 'end (exit code 4, resumable) before spending more', decimal)
    .option('--max-cost-per-model <usd>', 'the same for each model of a study; the others go on', decimal)
    .addOption(inputPriceOption())
    .addOption(outputPriceOption());

/** What is read of earlier runs, where this one goes, and what it must reach. */
const addPlaces = (command: Command): Command =>
  command
    .option('--offline', 'only replay stored replies')
    .option('--recording <dir>', 'folder with recorded replies')
    .option('--variants-from <dir|file>', 'variants (and exact requests) made earlier')
    .option('--out <dir>', 'run directory')
    .option(
      '--fail-under <threshold>',
      "such as 'pass@1=0.30' or 'mutation-ensemble:pass@1=0.30'; exit code 3 below it",
    )
    .addOption(queueOption())
    .option('--queue-models', 'models are asked by workers of the queue, with their own key')
    .addOption(jsonOption());

/** Every setting of a study as a flag; shared with `estimate`. */
export function addStudyOptions(command: Command): Command {
  const groups = [
    addSubject,
    addRequestForm,
    addAmounts,
    addSampling,
    addComparison,
    addCallLimits,
    addPlaces,
    addCompositionOptions,
    addTaskOptions,
    addSandboxOptions,
  ];
  return groups.reduce((grown, add) => add(grown), command);
}

export function addRunCommand(program: Command, { io, setExitCode }: CommandContext): void {
  const command = program
    .command('run')
    .description('the whole pipeline: mutate, generate, execute, agree, evaluate, report (resumes where it stopped)');
  addStudyOptions(command)
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
