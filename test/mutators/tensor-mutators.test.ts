import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { mutators } from '../../mutators/index.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { taskOf } from './prompts.ts';

const all: readonly Mutator[] = mutators;

/** Enough words that a longer wording is no other length of prompt. */
const LEAD = 'Write a function for the results that somebody has kept in a file, and do as follows. ';

/** Every mutant that the guards let through. */
function mutantsOf(name: string, text: string): string[] {
  const chosen = all.filter((mutator) => mutator.name === name);
  expect(chosen).toHaveLength(1);
  const { variants } = mutatePrompts(taskOf('t', text), { mutators: chosen, guards, seed: 0, perMutator: 50 });
  return variants.slice(1).map(({ prompt }) => prompt);
}

describe('makes', () => {
  test.each([
    ['ten-acronym', 'Return the MSE of both.', 'Return the mean squared error of both.'],
    ['ten-acronym', 'Create an SGD optimizer.', 'Create a stochastic gradient descent optimizer.'],
    ['ten-acronym', 'Train a CNN on it.', 'Train a convolutional neural network on it.'],
    ['ten-acronym', 'Train it. CNN models are large.', 'Train it. Convolutional neural network models are large.'],
    ['ten-axis', 'Sum it along the last dimension.', 'Sum it along the last axis.'],
    ['ten-axis', 'Sum the tensor along the first axis.', 'Sum the tensor along the first dimension.'],
    ['ten-data-frame', 'Drop all missing values.', 'Drop all missing entries.'],
    ['ten-default', 'A small value (default is 0.5).', 'A small value (default value is 0.5).'],
    ['ten-device', 'Keep the tensor on the GPU.', 'Keep the tensor on the graphics processing unit.'],
    ['ten-dimension', 'Return a 2D array of it.', 'Return a two-dimensional array of it.'],
    ['ten-dimension', 'Return a three-dimensional tensor.', 'Return a 3D tensor.'],
    ['ten-element-type', 'Return a tensor containing the sums.', 'Return a tensor that contains the sums.'],
    ['ten-element-type', 'Return a boolean mask.', 'Return a mask of booleans.'],
    ['ten-element-wise', 'Multiply them element-wise.', 'Multiply them elementwise.'],
    ['ten-element-wise', 'Scale the matrix row-wise.', 'Scale the matrix row by row.'],
    ['ten-element-wise', 'Sort the array column by column.', 'Sort the array column-wise.'],
    ['ten-interval', 'Scale it to be in the range [0, 1].', 'Scale it to be in the interval [0, 1].'],
    ['ten-norm', 'Compute the L2 distance of them.', 'Compute the Euclidean distance of them.'],
    ['ten-seed', 'Pick the rows at once, randomly selected.', 'Pick the rows at once, selected at random.'],
    ['ten-shape', 'Take a tensor of shape (N, 3).', 'Take a tensor with shape (N, 3).'],
    ['ten-shape', 'Return it as an n by m matrix.', 'Return it as a matrix with n rows and m columns.'],
    ['ten-shape', 'Return a matrix with three rows and two columns.', 'Return a three by two matrix.'],
    ['lex-abbreviation', 'Return the time in ms.', 'Return the time in milliseconds.'],
    ['lex-abbreviation', 'Wait at most 20 ms, then stop.', 'Wait at most 20 milliseconds, then stop.'],
    ['ten-spelling', 'Load a pretrained model.', 'Load a pre-trained model.'],
    ['ten-statistic', 'Return the mean value of it.', 'Return the average value of it.'],
  ])('%s: %s -> %s', (name, before, after) => {
    expect(mutantsOf(name, LEAD + before)).toContain(LEAD + after);
  });
});

describe('leaves alone', () => {
  test.each([
    ['ten-acronym', 'a short form that is explained', 'Return the mean squared error (MSE) of both.'],
    ['ten-acronym', 'a name of code', 'Use `MSE` and MSE_loss, or the class MSE.'],
    ['ten-axis', 'a prompt that uses both words', 'Sum along the last dimension, which is axis 1.'],
    ['ten-axis', 'the axis of a plot', 'Label the x axis and move along the given axis of the plot.'],
    ['ten-data-frame', 'a name', 'Read the `missing values` column.'],
    ['ten-default', 'a sentence without its value', 'The default is told by the caller.'],
    ['ten-device', 'a part of a longer name', 'The GPU-bound tensor of it.'],
    ['ten-dimension', 'what is no array', 'A 2D convolutional layer, nn.Conv2d or conv2d.'],
    ['ten-element-type', 'a negation', 'Skip each tensor without containing the sums.'],
    ['ten-element-wise', 'a noun behind it', 'Return the row-wise sum of the matrix.'],
    ['ten-element-wise', 'a text that is read', 'Read the array row by row.'],
    ['ten-interval', 'a range without bounds behind it', 'All numbers in the range of it.'],
    ['ten-norm', 'the 2-norm of a matrix is another', 'Compute the L2 norm of the matrix.'],
    ['ten-norm', 'any norm', 'Compute the norm of it.'],
    ['ten-seed', 'a parameter', 'Use random_state and the random seed value 42.'],
    ['ten-shape', 'a shape that is not told', 'Return a tensor of shape.'],
    ['ten-shape', 'what the matrix is made of', 'Return a 3 by 4 matrix of zeros.'],
    ['ten-shape', 'an article that the number decides', 'Return a matrix with 8 rows and 4 columns.'],
    ['lex-abbreviation', 'a name that is spelled like a unit', 'Store `ms` in ms_total.'],
    ['ten-spelling', 'a name of code', 'Call pretrained_model and `dataset`.'],
    ['ten-statistic', 'several means', 'Return the mean value, not the geometric one or the median.'],
  ])('%s: %s', (name, _what, text) => {
    expect(mutantsOf(name, text)).toEqual([]);
  });
});

test('every entry of a tensor lexicon names the page that defines it', () => {
  const folder = new URL('../../data/lexicons/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.startsWith('tensor-'));
  expect(files.length).toBeGreaterThanOrEqual(12);
  for (const file of files) {
    const { sources, entries } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    for (const { from, source } of entries) expect(sources[source], `${file}: ${from}`).toMatch(/^https:/);
  }
});
