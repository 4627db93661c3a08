import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PromptChoice } from '../src/core/raw-record.ts';
import { type NamedDataset, readDataset } from '../src/datasets/read-dataset.ts';
import { packageRoot } from '../src/package-root.ts';

/** A set of real prompts with the name that reports give it. */
export interface RealPrompts {
  readonly name: string;
  readonly file: string;
  readonly dataset: NamedDataset;
}

const SETS: readonly (readonly [name: string, file: string, prompt?: PromptChoice])[] = [
  ['MBPP', '../shared/formats/mbpp.jsonl'],
  ['HumanEval', '../shared/codet/tasks.jsonl'],
  ['BigCodeBench', '../shared/formats/bigcodebench-hard.jsonl'],
  ['BigCodeBench instruct', '../shared/formats/bigcodebench-hard.jsonl', 'instruct'],
  ['DL-Bench', '../shared/dlbench/prompts.jsonl'],
  ['LiveCodeBench', '../shared/formats/livecodebench.jsonl'],
  ['HumanEval+', '../shared/formats/humanevalplus.jsonl.gz'],
  ['starter', 'data/starter/tasks.jsonl'],
];

/** Every set of real prompts that is here, the bundled one included; read as the command line reads them. */
export async function realPromptSets(names?: readonly string[]): Promise<RealPrompts[]> {
  const sets: RealPrompts[] = [];
  for (const [name, path, prompt] of SETS) {
    const file = join(packageRoot(), path);
    if ((names && !names.includes(name)) || !existsSync(file)) continue;
    sets.push({ name, file, dataset: await readDataset(file, prompt ? { prompt } : {}) });
  }
  return sets;
}
