import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExampleSource, PromptingStrategy } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import { readExamples } from '../../datasets/read-examples.ts';
import { packageRoot } from '../../package-root.ts';
import { drawExamples } from '../../prompting/draw-examples.ts';
import { predictStages, type Stage, type StageWeights } from '../../prompting/stage-classifier.ts';
import type { SharedSettings } from '../settings/config.ts';

/** The bundled classifier of pipeline stages: a prompt's stages, the most probable first. */
export async function fittedStages(): Promise<(prompt: string) => ReturnType<typeof predictStages>> {
  const file = join(packageRoot(), 'data', 'prompting', 'stage-classifier.json');
  const weights = JSON.parse(await readFile(file, 'utf8')) as StageWeights;
  return (prompt) => predictStages(prompt, weights);
}

/** Solved tasks of our own, of every stage. */
const BUNDLED = 'data/prompting/examples.jsonl';
const SHOTS = 3;

/** Inputs of the example promptings, read before the first request. */
export type PreparedExamples = NonNullable<Awaited<ReturnType<typeof prepareExamples>>>;

/**
 * The pool of examples; null where the prompting shows none. An example without a stage of its own gets the predicted.
 */
export async function prepareExamples(
  { examples, shots }: Pick<SharedSettings, 'examples' | 'shots'>,
  prompting: PromptingStrategy,
) {
  const given = { 'a file of examples': examples, 'a number of shots': shots };
  const idle = Object.entries(given).find(([, value]) => value !== undefined && !prompting.examples);
  if (idle) {
    throw new ConfigError('examples-unused', `${idle[0]} says nothing to prompting "${prompting.name}"`, {
      hint: 'Choose --prompting few-shot, random-shot or stage-shot, or leave it out.',
    });
  }
  if (!prompting.examples) return null;
  const stages = await fittedStages();
  const predict = (text: string) => stages(text)[0]?.stage as Stage;
  const solved = await readExamples(examples ?? join(packageRoot(), BUNDLED));
  const pool = solved.map(({ task: { labels }, ...example }) => {
    return { ...example, stage: labels.stage ?? predict(example.promptText) };
  });
  return { pool, predict };
}

/** The examples of every task. */
export function buildExamples(
  prepared: PreparedExamples | null,
  { examples: choice }: PromptingStrategy,
  { shots = SHOTS, seed, repeat }: Pick<SharedSettings, 'shots' | 'seed'> & { readonly repeat: number },
): ExampleSource | null {
  if (!prepared || !choice) return null;
  const { pool, predict } = prepared;
  return drawExamples({ choice, pool, shots, seed, repeat, stageOf: (task) => predict(task.prompt.text) });
}
