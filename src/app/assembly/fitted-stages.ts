import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { predictStages, type StageWeights } from '../../prompting/stage-classifier.ts';

/** The bundled classifier of pipeline stages: a prompt's stages, the most probable first. */
export async function fittedStages(): Promise<(prompt: string) => ReturnType<typeof predictStages>> {
  const file = join(packageRoot(), 'data', 'prompting', 'stage-classifier.json');
  const weights = JSON.parse(await readFile(file, 'utf8')) as StageWeights;
  return (prompt) => predictStages(prompt, weights);
}
