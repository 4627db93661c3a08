import { describe, expect, it } from 'vitest';
import { BUG_KINDS, type BugLabel } from '../../src/taxonomy/bug-kinds.ts';
import { readFailure } from '../../src/taxonomy/read-failure.ts';
import { subKindOf } from '../../src/taxonomy/sub-kinds.ts';

const TORCH = 'import torch\n\ndef f(x):\n    return torch.abs(x)\n';
const error = (line: string) =>
  `=== test session starts ===\n>       f(x)\nE       ${line}\ntests/test_f.py:3: Error\n1 failed`;

interface Case {
  readonly label: BugLabel;
  readonly error?: string;
  readonly program?: string;
  readonly reference?: string;
  /** The place in the kind's list; null: nothing to do with deep learning, or no sub-kind. */
  readonly place: number | null;
}

const CASES: readonly Case[] = [
  { label: 1, program: TORCH, reference: 'def f(x):\n    return tf.abs(x)\n', place: 0 },
  { label: 1, error: 'AssertionError: assert torch.Size([2]) == torch.Size([3])', place: 1 },
  { label: 1, reference: 'import torch\n\ndef f(x):\n    return torch.relu(x)\n', place: 2 },
  { label: 5, error: 'AssertionError: tensor is nan', place: 0 },
  { label: 5, error: 'IndexError: Dimension out of range', place: 1 },
  { label: 6, error: 'RuntimeError: mat1 and mat2 shapes cannot be multiplied', place: 0 },
  { label: 6, error: "TypeError: f() got an unexpected keyword argument 'dim'", place: 1 },
  { label: 6, error: 'TypeError: abs(): argument must be Tensor, not list', place: 2 },
  { label: 7, error: "ModuleNotFoundError: No module named 'torch_extra'", place: 0 },
  { label: 7, error: 'RuntimeError: the layer is no layer', place: 1 },
  { label: 8, error: "ImportError: cannot import name 'Absolute' from 'torch'", place: 0 },
  { label: 8, error: "AttributeError: 'Tensor' has no attribute 'absolute_value'", place: 1 },
  { label: 10, error: 'RuntimeError: expected scalar type Float but found Double, dtype', place: 0 },
  { label: 10, error: 'RuntimeError: The size of tensor a (2) must match', place: 1 },
  { label: 10, error: 'AssertionError: Tensor-likes are not close!', place: 2 },
  { label: 12, error: 'AssertionError: assert 1 == 2', place: 0 },
  { label: 13, error: 'TimeoutError: timed out', place: 0 },
  { label: 14, program: TORCH, reference: 'def f(x):\n    return x\n', place: 0 },
  { label: 14, reference: TORCH, place: null },
  { label: 3, error: 'AssertionError: assert 1 == 2', place: null },
];

const failureOf = (one: Case, prompt: string, program: string) =>
  readFailure({
    id: 'f',
    prompt,
    generated: one.program ?? program,
    pytestOutput: one.error === undefined ? '' : error(one.error),
    ...(one.reference === undefined ? {} : { reference: one.reference }),
  });

describe('deep-learning sub-kinds', () => {
  it.each(CASES)('$label: $error, place $place', (one) => {
    const kind = BUG_KINDS[one.label - 1];
    const wanted = one.place === null ? null : (kind?.subKinds[one.place] ?? 'no such place');
    expect(subKindOf(one.label, failureOf(one, 'Take the absolute value of a tensor.', TORCH))).toBe(wanted);
  });

  it('has a case for each of the eighteen', () => {
    const places = new Set(CASES.flatMap(({ label, place }) => (place === null ? [] : [`${label}/${place}`])));
    expect(places.size).toBe(BUG_KINDS.reduce((sum, { subKinds }) => sum + subKinds.length, 0));
    expect(places.size).toBe(18);
  });

  it('says none where nothing has to do with deep learning', () => {
    const plain = 'def f(words):\n    return sorted(words)\n';
    const one: Case = { label: 10, error: 'AssertionError: assert 1 == 2', place: null };
    expect(subKindOf(10, failureOf(one, 'Sort the words.', plain))).toBeNull();
  });
});
