import { pickConfidence } from '../../../agreement/confidence.ts';
import { examplesFirst } from '../../../agreement/examples-first.ts';
import { findScorer } from '../../../agreement/index.ts';
import { contendersOf, partingInputs } from '../../../agreement/rivals/contenders.ts';
import { rivals } from '../../../agreement/rivals/index.ts';
import { stopReason } from '../../../agreement/stopping-rule.ts';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import type { ChatModel } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Rival } from '../../core/rival.ts';
import type { Deps } from '../../pipeline/deps.ts';
import { findPrompting } from '../../prompting/promptings.ts';
import { findTestStyle } from '../../prompting/test-styles.ts';
import type { RunStore } from '../../records/run-store.ts';
import { type SharedSettings, testStyleOf } from '../settings/config.ts';
import type { PreparedExamples } from './build-examples.ts';
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
