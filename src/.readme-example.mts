import { mutate, readDataset, select } from './index.ts';

const { tasks } = await readDataset('starter');
const { variants } = mutate(tasks[0], { mutators: 'family:grammatical', seed: 0 });
console.log(variants.map((variant) => variant.prompt));

const programs = ['def f(x):\n    return x + 1', 'def f(x):\n    return x + 2', 'def f(n):\n    return n + 1'];
const { program, ranking } = await select({ programs, tests: ['assert f(1) == 2', 'assert f(0) == 1'], entryPoint: 'f' });
console.log(program, ranking.sets.length);
