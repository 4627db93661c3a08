import { expect, it } from 'vitest';
import { measureTask, type ProfiledTask, wordsOf } from '../../src/profile/measure-task.ts';
import { compareProfiles, profileTasks } from '../../src/profile/profile-tasks.ts';
import { nearestNeighbours } from '../../src/profile/text-similarity.ts';

const task = (id: string, prompt: string, reference: string | null = null): ProfiledTask => {
  return { id, prompt, reference, labels: ['stage: Training'] };
};
const method = '    def f(self, x):\n        if x and x > 1:\n            return 1\n        return 0\n';

const text = (id: string, of: string) => ({ id, text: of });

it('counts tokens, lines and vocabulary; a method keeps its indentation', () => {
  const figures = measureTask(task('a', 'Train the model.\n\nIt has two Tensors.', method));
  expect(figures).toMatchObject({ promptTokens: 9, promptLines: 2, referenceLines: 4, referenceCodeLines: 4 });
  // train, model and Tensors of seven words.
  expect(figures.deepLearningShare).toBeCloseTo(3 / 7, 12);
  expect(measureTask(task('b', '')).deepLearningShare).toBe(0);
});

it('splits names into words', () => {
  expect(wordsOf('batchSize of my_GPU Tensor')).toEqual(['batch', 'size', 'of', 'my', 'gpu', 'tensor']);
});

it('summarises figures over the tasks that have them', () => {
  const { figures, labels } = profileTasks([task('a', 'x y'), task('b', 'x y z w', method)]);
  expect(figures.promptTokens).toMatchObject({ tasks: 2, mean: 3, median: 3, max: 4 });
  expect(figures.promptTokens?.standardDeviation).toBeCloseTo(Math.SQRT2, 12);
  expect(figures.referenceLines).toMatchObject({ tasks: 1, standardDeviation: 0 });
  expect(profileTasks([task('a', 'x')]).figures.referenceLines).toBeNull();
  expect(labels).toEqual({ 'stage: Training': 2 });
});

it('compares sets by d and Fisher ratio, and leaves out what a set lacks', () => {
  const first = [task('a', 'x y z'), task('b', 'x y z x y')];
  const second = [task('c', 'x'), task('d', 'x y z')];
  const { cohensD, fisherRatio } = compareProfiles(first, second);
  // Means 4 and 2, variances 2 and 2.
  expect(cohensD.promptTokens).toBeCloseTo(Math.SQRT2, 12);
  expect(fisherRatio.promptTokens).toBeCloseTo(1, 12);
  expect(cohensD.referenceLines).toBeNull();
});

it('finds the copy of a prompt in the other set', () => {
  const others = [text('p', 'sort the list of numbers'), text('q', 'rotate an image by degrees')];
  const own = [text('a', 'Rotate an image by degrees!'), text('b', 'unrelated words only')];
  const [found, far] = nearestNeighbours(own, others);
  expect(found).toMatchObject({ otherId: 'q' });
  expect(found?.cosine).toBeCloseTo(1, 9);
  expect(far?.cosine).toBe(0);
  expect(nearestNeighbours(others, [])).toEqual([]);
});

it('counts code lines and deep-learning words without docstrings and comments', () => {
  const reference =
    'def step(model, loss):\n    """Do the training step of the tensor.\n\n    Two lines of text.\n    """\n    # gradient gradient gradient\n    loss.backward()\n\n    return model\n';
  const figures = measureTask({ ...task('a', 'p', reference), tests: 3 });
  expect(figures).toMatchObject({ referenceLines: 7, referenceCodeLines: 3, tests: 3 });
  // model, loss, loss, backward, model of: def step model loss loss backward return model.
  expect(figures.referenceDeepLearningShare).toBeCloseTo(5 / 8, 12);
  expect(measureTask(task('b', 'p'))).toMatchObject({ referenceCodeLines: null, tests: null });
});

it('compares references beside prompts', () => {
  const own = [task('a', 'one', 'def f(x):\n    return rotate(image)\n'), task('b', 'two')];
  const other = [task('c', 'three', 'def f(x):\n    return rotate(image)\n')];
  const { codeNeighbours, neighbours } = compareProfiles(own, other);
  expect(codeNeighbours).toEqual([{ id: 'a', otherId: 'c', cosine: expect.closeTo(1, 9) }]);
  expect(neighbours.every(({ cosine }) => cosine === 0)).toBe(true);
});
