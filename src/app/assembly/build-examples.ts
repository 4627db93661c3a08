import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PromptingStrategy } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Task } from '../../core/task.ts';
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

/** The examples of every task of a run, by its repeat; read before the first request. */
export type PreparedExamples = NonNullable<Awaited<ReturnType<typeof prepareExamples>>>;

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
