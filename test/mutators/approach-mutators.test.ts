import { describe, expect, test } from 'vitest';
import { realPromptSets } from '../../bench/real-prompts.ts';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { specificationOf, type Variant } from '../../src/core/mutation.ts';
import { compositionOf } from '../../src/core/strength.ts';
import type { Task } from '../../src/core/task.ts';
import { applyEdits } from '../../src/core/text.ts';
import { makeVariants } from '../../src/pipeline/2-mutate/compose-mutations.ts';
import { promptingInput } from '../../src/pipeline/ask-model.ts';
import { assertionsTestStyle } from '../../src/prompting/assertions-test-style.ts';
import { zeroShotPrompting } from '../../src/prompting/zero-shot-prompting.ts';
import { invertEdits } from '../fakes/invert-edits.ts';
import { taskOf } from './prompts.ts';

const approaches = selectMutators('family:approach');
const deps = { mutators: approaches, guards, seed: 7, perMutator: 4, composition: null, count: 4 };
const framed = (task: Task) => makeVariants(task, deps).variants.slice(1);

const completion: Task = {
  ...taskOf(
    'H/0',
    'def has_close(numbers: List[float], by: float = 0.5) -> bool:\n    """Whether two numbers are closer than by.\n    >>> has_close([1.0, 2.0], 0.5)\n    False\n    """\n',
    'has_close',
  ),
  completesPrompt: true,
};
const instruct: Task = {
  ...taskOf('M/2', 'Write a function to add two numbers.', 'add'),
  interfaceHint: { functionName: 'add', exampleTest: 'assert add(1, 2) == 3' },
};

const named = (variants: readonly Variant[], name: string) => {
  const found = variants.find(({ mutation }) => mutation?.mutator === name);
  if (!found) throw new Error(`no variant of ${name}`);
  return found.prompt;
};

describe.each(await realPromptSets())('$name', ({ dataset: { tasks } }) => {
  test('the specification is in every variant byte for byte, and each leads back to it', () => {
    let variants = 0;
    for (const task of tasks) {
      const { text } = task.prompt;
      for (const variant of framed(task)) {
        variants += 1;
        const edits = variant.mutation?.edits ?? [];
        expect(variant.prompt, variant.id).toContain(text);
        expect(variant.prompt).not.toBe(text);
        expect(specificationOf(task, variant)).toBe(text);
        expect(edits.every(({ start, end }) => start === end && (start === 0 || end === text.length))).toBe(true);
        expect(applyEdits(text, edits)).toBe(variant.prompt);
        expect(applyEdits(variant.prompt, invertEdits(text, edits))).toBe(text);
        expect(variant.mutation?.renames).toEqual({});
      }
    }
    expect(variants / tasks.length).toBeGreaterThan(5);
  });
});

test('what a model is asked: for a program: the frame with the code in one fence; for tests and the reading of replies: the specification', () => {
  for (const variant of framed(completion)) {
    const input = promptingInput(completion, variant, []);
    const [{ content = '' } = {}] = zeroShotPrompting.programMessages(input);
    expect(content).toContain(variant.prompt);
    expect(content).toContain(`\`\`\`python\n${completion.prompt.text}\`\`\``);
    expect(content.split('```').length % 2, variant.id).toBe(1);
    const bare = promptingInput(completion, { ...variant, prompt: completion.prompt.text, mutation: null }, []);
    const [asked, plain] = [input, bare].map((each) =>
      assertionsTestStyle.testMessages({ ...each, testsPerSample: 5 }),
    );
    expect(asked).toEqual(plain);
  }
});

describe('frames', () => {
  test('a completion prompt has all thirteen, and one for each named way that its words allow', () => {
    const variants = framed(completion);
    expect(new Set(variants.map(({ mutation }) => mutation?.mutator)).size).toBe(approaches.length);
    expect(named(variants, 'app-inputs-outputs')).toContain(
      'order:\n- `numbers: List[float]`\n- `by: float = 0.5`\n\nOutput: `bool`',
    );
    expect(named(variants, 'app-examples-as-assertions')).toContain(
      '```python\nassert has_close([1.0, 2.0], 0.5) == False\n```',
    );
    expect(named(variants, 'app-examples-first')).toContain('```python\n>>> has_close([1.0, 2.0], 0.5)\nFalse\n```\n');
    expect(named(variants, 'app-twice').split(completion.prompt.text)).toHaveLength(3);
  });

  test('prose has no fence; the test that requests show is its example', () => {
    const variants = framed(instruct);
    expect(named(variants, 'app-plan')).toMatch(/^Write a function to add two numbers\.\n\nFirst write a plan/);
    expect(named(variants, 'app-twice')).toBe(`${instruct.prompt.text}\n\n${instruct.prompt.text}`);
    expect(named(variants, 'app-examples-first')).toContain('```python\nassert add(1, 2) == 3\n```');
    expect(makeVariants(instruct, deps).refusals.map(({ mutator, refused }) => [mutator, refused])).toEqual([
      ['app-examples-as-assertions', 'no-example'],
      ['app-inputs-outputs', 'no-signature'],
    ]);
  });

  test('a way is named only where the words of the task allow it', () => {
    const variants = framed({ ...instruct, prompt: taskOf('t', 'Write a function to greet.').prompt });
    const ways = variants.filter(({ mutation }) => mutation?.mutator === 'app-named').map(({ prompt }) => prompt);
    expect(ways).toHaveLength(3);
    expect(ways.join()).not.toMatch(/sorting|recursively|dynamic/);
  });

  test('a class, a script and a snippet get no frame that speaks of a function', () => {
    const of = (kind: Task['kind'], entryPoint: string | null) =>
      framed({ ...instruct, ...(kind && { kind }), entryPoint }).map(({ mutation }) => mutation?.mutator);
    expect(of('class', 'Adder')).not.toContain('app-class');
    expect(of('script', null)).not.toContain('app-module');
    expect(of('script', null)).toContain('app-plan');
  });

  test('a composition leaves approaches alone and lets them stand beside it', () => {
    const text = 'Write a function to compute the largest element of each list. If there is none, return None.';
    const composing = { ...deps, perMutator: 1, composition: compositionOf({ strength: 'medium' }) };
    const { variants } = makeVariants(
      { ...instruct, prompt: taskOf('t', text).prompt },
      { ...composing, mutators: selectMutators('all,family:approach') },
    );
    const families = new Set(variants.map(({ mutation }) => mutation?.family));
    for (const family of ['composed', 'approach'] as const) expect(families).toContain(family);
    const parts = variants.flatMap(({ mutation }) => mutation?.components ?? []);
    expect(parts.some(({ family }) => family === 'approach')).toBe(false);
  });
});
