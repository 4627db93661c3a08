import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pickConfidence } from '../../../agreement/confidence.ts';
import { examplesFirst } from '../../../agreement/examples-first.ts';
import { findScorer } from '../../../agreement/index.ts';
import { contendersOf, partingInputs } from '../../../agreement/rivals/contenders.ts';
import { rivals } from '../../../agreement/rivals/index.ts';
import { stopReason } from '../../../agreement/stopping-rule.ts';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import type { ChatModel, PromptingStrategy } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Rival } from '../../core/rival.ts';
import type { Task } from '../../core/task.ts';
import { readExamples } from '../../datasets/read-examples.ts';
import { packageRoot } from '../../package-root.ts';
import type { Deps } from '../../pipeline/deps.ts';
import { drawExamples } from '../../prompting/draw-examples.ts';
import { findPrompting, findTestStyle } from '../../prompting/index.ts';
import { predictStages, type Stage, type StageWeights } from '../../prompting/stage-classifier.ts';
import type { RunStore } from '../../records/run-store.ts';
import { type SharedSettings, testStyleOf } from '../settings/config.ts';
import { type CallPorts, isBatched, modelStack } from './model-stack.ts';

/** Probes of arms that ask about them, where the run's rule looks at none. */
const PROBES = 40;

/** The rivals among the arms of a study. */
export function rivalsOf(config: SharedSettings): readonly Rival[] {
  const { arms, samplesFile, adaptive, probes, variants, samples } = config;
  const named = rivals.filter(({ name }) => arms.includes(name));
  const [first] = named;
  if (!first) return [];
  if (samplesFile !== undefined || adaptive) {
    const other = adaptive ? '--adaptive (arms must spend alike)' : 'samples that exist (they cannot be asked about)';
    throw new ConfigError('rival-arms', `the arm ${first.name} does not go with ${other}`, {
      hint: 'Leave that out, or run the --arms baseline, self-agreement and mutation-ensemble alone.',
    });
  }
  if (probes === 0 && named.some(({ needs, name }) => needs === 'probes' && name !== 'judge')) {
    throw new ConfigError('rival-arms', `the arm ${first.name} asks about probes, and --probes is 0`, {
      hint: 'Leave --probes out, or give a number such as 40.',
    });
  }
  const small = named.find(({ least }) => least > variants * samples);
  if (small) {
    const needed = `the arm ${small.name} needs at least ${small.least} samples per task`;
    throw new ConfigError('rival-budget', `${needed}, and arms have ${variants * samples}`, {
      hint: 'Raise --variants or --samples.',
    });
  }
  return named;
}

/** The registered parts that settings name. @throws ConfigError for a name that is none, or arms that don't go together */
export function partsOf(config: SharedSettings) {
  const { rest, chosen } = takeModelMutators(config.mutators);
  const scorer = findScorer(config.scorer);
  const mutators = selectMutators(rest);
  const shapesRewritings = (config.strength ?? config.compose) !== undefined;
  if (shapesRewritings && mutators.length > 0 && mutators.every(({ family }) => family === 'approach')) {
    throw new ConfigError('settings-conflict', '--strength and --compose apply to rewritings, not to approaches', {
      hint: 'Add --mutators all, or leave them out.',
    });
  }
  return {
    mutators,
    modelMutators: chosen,
    prompting: findPrompting(config.prompting),
    testStyle: findTestStyle(testStyleOf(config)),
    scorer: config.given === 'examples' ? examplesFirst(scorer) : scorer,
    rivals: rivalsOf(config),
  };
}

export type Parts = ReturnType<typeof partsOf>;

/** The models of one run, often one and the same. */
export interface RunModels {
  readonly writer: ChatModel;
  readonly tests: ChatModel;
  readonly mutations: ChatModel;
}

/** External dependencies of the stages that ask models. */
export interface Ports extends CallPorts {
  readonly models: RunModels;
  readonly examples?: PreparedExamples | null;
  readonly store: RunStore;
}

/** What the stages need, but for a sandbox and a reader of replies, which outlive a question. */
type Composed = Omit<Deps, 'sandbox' | 'reader'>;

/**
 * The one composition root: the dependencies of stages 2 to 6, of a run or a question, from settings, parts and ports.
 */
export function composeDeps(config: SharedSettings, parts: Parts, repeat: number, ports: Ports): Composed {
  const { mutators, modelMutators, prompting, testStyle, scorer, rivals } = parts;
  const { writer, tests, mutations } = ports.models;
  const stored = modelStack(config, ports);
  const needs = (what: Rival['needs']) => rivals.some((rival) => rival.needs === what);
  const { timeoutMs, memoryMib } = config;
  return {
    plan: { ...config, rivals, repeat },
    mutators,
    guards,
    prompting,
    testStyle,
    scorer,
    confidence: pickConfidence,
    model: stored(writer),
    testModel: stored(tests),
    // One batch is to hold both.
    ...(isBatched(config) ? { atOnce: true } : {}),
    ...(modelMutators.length > 0 ? { written: { mutators: modelMutators, model: stored(mutations) } } : {}),
    recorded: ports.recorded?.requests ?? null,
    examples: ports.examples?.(repeat) ?? null,
    contenders: { contendersOf, partingInputs },
    adaptive: config.adaptive ? { stopReason: (matrix, options) => stopReason(matrix, { ...options, scorer }) } : null,
    limits: { timeoutMs, memoryMib },
    probes: config.probes ?? Math.max(scorer.probes ?? 0, needs('probes') ? PROBES : 0),
    givenExamples: config.given === 'examples' || needs('examples'),
    reporters: [],
    store: ports.store,
    ...ports.context,
  };
}

/** The bundled classifier of pipeline stages: a prompt's stages, the most probable first. */
export async function fittedStages(): Promise<(prompt: string) => ReturnType<typeof predictStages>> {
  const file = join(packageRoot(), 'data', 'prompting', 'stage-classifier.json');
  const weights = JSON.parse(await readFile(file, 'utf8')) as StageWeights;
  return (prompt) => predictStages(prompt, weights);
}

/** Solved tasks of our own, of every stage. */
const BUNDLED = 'data/prompting/examples.jsonl';
const SHOTS = 3;

/** The examples of every task of a run, by its repeat; read before the first request. */
type PreparedExamples = NonNullable<Awaited<ReturnType<typeof prepareExamples>>>;

/** Reads the pool of examples; null where the prompting shows none. One without a stage of its own gets the predicted. */
export async function prepareExamples(
  { examples, shots, seed }: Pick<SharedSettings, 'examples' | 'shots' | 'seed'>,
  { examples: choice, name }: PromptingStrategy,
) {
  const given = { 'a file of examples': examples, 'a number of shots': shots };
  const idle = Object.entries(given).find(([, value]) => value !== undefined && !choice);
  if (idle) {
    throw new ConfigError('examples-unused', `${idle[0]} says nothing to prompting "${name}"`, {
      hint: 'Choose --prompting few-shot, random-shot or stage-shot, or leave it out.',
    });
  }
  if (!choice) return null;
  const stages = await fittedStages();
  const predict = (text: string) => stages(text)[0]?.stage as Stage;
  const solved = await readExamples(examples ?? join(packageRoot(), BUNDLED));
  const pool = solved.map(({ task: { labels }, ...example }) => {
    return { ...example, stage: labels.stage ?? predict(example.promptText) };
  });
  const stageOf = (task: Task) => predict(task.prompt.text);
  return (repeat: number) => drawExamples({ choice, pool, shots: shots ?? SHOTS, seed, repeat, stageOf });
}
