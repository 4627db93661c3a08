import type { MutatorFamily, Preservation } from '../../src/core/mutation.ts';
import type { TaskLabels } from '../../src/core/task.ts';
import type { Edit } from '../../src/core/text.ts';

/** A task as the synthetic run tells it: a prompt, one right program and some wrong ones, and calls to test it with. */
export interface SyntheticTask {
  readonly entryPoint: string;
  readonly prompt: string;
  readonly labels: TaskLabels;
  readonly right: string;
  readonly wrong: readonly string[];
  /** Arguments and right value, as Python text. */
  readonly calls: readonly (readonly [args: string, value: string])[];
  /** Chance that a sample is right. */
  readonly ease: number;
  /** Whether every generated test breaks on whatever program. */
  readonly brokenTests?: true;
}

const py = (signature: string, doc: string) => `def ${signature}:\n    """${doc}\n    """\n`;

export const SYNTHETIC_TASKS: readonly SyntheticTask[] = [
  {
    entryPoint: 'clip_gradient',
    prompt: py(
      'clip_gradient(values, limit)',
      'Return the values of a gradient, each clipped to the range from -limit to limit.\n\n    >>> clip_gradient([3.0, -7.5], 5.0)\n    [3.0, -5.0]',
    ),
    labels: { stage: 'Training', mlTask: 'General', dataType: 'Structured Array' },
    right: 'def clip_gradient(values, limit):\n    return [max(-limit, min(limit, v)) for v in values]\n',
    wrong: [
      'def clip_gradient(values, limit):\n    return [min(limit, v) for v in values]\n',
      'def clip_gradient(values, limit):\n    return [v for v in values if abs(v) <= limit]\n',
      'def clip_gradient(values, limit):\n    return max(-limit, min(limit, values))\n',
    ],
    calls: [
      ['[3.0, -7.5], 5.0', '[3.0, -5.0]'],
      ['[], 1.0', '[]'],
      ['[0.5], 1.0', '[0.5]'],
      ['[9.0, 9.0], 2.0', '[2.0, 2.0]'],
      ['[-1.0], 0.5', '[-0.5]'],
    ],
    ease: 0.55,
  },
  {
    entryPoint: 'one_hot',
    prompt: py(
      'one_hot(labels, classes)',
      'Compute the one-hot rows of a list of class indexes. Every row has `classes` entries.\n\n    >>> one_hot([1], 3)\n    [[0, 1, 0]]',
    ),
    labels: { stage: 'Pre/Post Processing', mlTask: 'Classification', dataType: 'Structured Array' },
    right:
      'def one_hot(labels, classes):\n    return [[int(i == label) for i in range(classes)] for label in labels]\n',
    wrong: [
      'def one_hot(labels, classes):\n    return [[1 if i == label else 0 for i in range(classes)] for label in set(labels)]\n',
      'def one_hot(labels, classes):\n    rows = []\n    for label in labels:\n        row = [0] * classes\n        row[label - 1] = 1\n        rows.append(row)\n    return rows\n',
    ],
    calls: [
      ['[1], 3', '[[0, 1, 0]]'],
      ['[], 4', '[]'],
      ['[0, 0], 2', '[[1, 0], [1, 0]]'],
      ['[2, 1], 3', '[[0, 0, 1], [0, 1, 0]]'],
    ],
    ease: 0.7,
  },
  {
    entryPoint: 'box_iou',
    prompt: py(
      'box_iou(a, b)',
      'Find the intersection over union of two boxes (x1, y1, x2, y2). Return 0.0 if they do not overlap.\n\n    >>> box_iou((0, 0, 2, 2), (1, 0, 3, 2))\n    0.3333333333333333',
    ),
    labels: { stage: 'Evaluation & Metrics', mlTask: 'Object Detection', dataType: 'Image' },
    right:
      'def box_iou(a, b):\n    w = max(0, min(a[2], b[2]) - max(a[0], b[0]))\n    h = max(0, min(a[3], b[3]) - max(a[1], b[1]))\n    inter = w * h\n    area = lambda r: (r[2] - r[0]) * (r[3] - r[1])\n    union = area(a) + area(b) - inter\n    return inter / union if union else 0.0\n',
    wrong: [
      'def box_iou(a, b):\n    w = min(a[2], b[2]) - max(a[0], b[0])\n    h = min(a[3], b[3]) - max(a[1], b[1])\n    return w * h / ((a[2] - a[0]) * (a[3] - a[1]))\n',
      'def box_iou(a, b):\n    return iou(a, b)\n',
      'def box_iou(a, b):\n    while True:\n        pass\n',
    ],
    calls: [
      ['(0, 0, 2, 2), (1, 0, 3, 2)', '0.3333333333333333'],
      ['(0, 0, 1, 1), (2, 2, 3, 3)', '0.0'],
      ['(0, 0, 2, 2), (0, 0, 2, 2)', '1.0'],
      ['(0, 0, 4, 4), (0, 0, 2, 2)', '0.25'],
      ['(0, 0, 1, 1), (1, 1, 2, 2)', '0.0'],
    ],
    ease: 0.2,
  },
  {
    entryPoint: 'count_vowels',
    prompt: py(
      'count_vowels(text)',
      'Return the number of vowels in the text. Upper-case letters count as well.\n\n    >>> count_vowels("Apple")\n    2',
    ),
    labels: {},
    right: 'def count_vowels(text):\n    return sum(letter in "aeiou" for letter in text.lower())\n',
    wrong: [
      'def count_vowels(text):\n    return sum(letter in "aeiou" for letter in text)\n',
      'def count_vowels(text):\n    return len(text)\n',
    ],
    calls: [
      ['"Apple"', '2'],
      ['""', '0'],
      ['"xyz"', '0'],
      ['"aeiou"', '5'],
      ['"AEIOU"', '5'],
    ],
    ease: 0.45,
  },
  {
    entryPoint: 'pad_batch',
    prompt: py(
      'pad_batch(sequences, pad)',
      'Create a batch from token sequences of different length: pad each on the right to the longest one.\n\n    >>> pad_batch([[5], [1, 2]], 0)\n    [[5, 0], [1, 2]]',
    ),
    labels: { stage: 'Pre/Post Processing', mlTask: 'General', dataType: 'Text' },
    right:
      'def pad_batch(sequences, pad):\n    width = max((len(s) for s in sequences), default=0)\n    return [list(s) + [pad] * (width - len(s)) for s in sequences]\n',
    wrong: [
      'def pad_batch(sequences, pad):\n    width = max(len(s) for s in sequences)\n    return [[pad] * (width - len(s)) + s for s in sequences]\n',
      'def pad_batch(sequences, pad):\n    return sequences\n',
    ],
    calls: [
      ['[[5], [1, 2]], 0', '[[5, 0], [1, 2]]'],
      ['[], 0', '[]'],
      ['[[1]], 9', '[[1]]'],
      ['[[], [7, 7, 7]], -1', '[[-1, -1, -1], [7, 7, 7]]'],
    ],
    ease: 0.3,
  },
  {
    entryPoint: 'step_rate',
    prompt: py(
      'step_rate(base, epoch, drop, every)',
      'Return the learning rate at an epoch. It starts at base and is multiplied by drop every few epochs.\n\n    >>> step_rate(0.1, 10, 0.5, 5)\n    0.025',
    ),
    labels: { stage: 'Training', mlTask: 'Regression', dataType: 'Others' },
    right: 'def step_rate(base, epoch, drop, every):\n    return base * drop ** (epoch // every)\n',
    wrong: ['def step_rate(base, epoch, drop, every):\n    return base * drop ** (epoch / every)\n'],
    calls: [
      ['0.1, 10, 0.5, 5', '0.025'],
      ['1.0, 0, 0.1, 3', '1.0'],
      ['1.0, 2, 0.1, 3', '1.0'],
    ],
    ease: 0.05,
  },
  {
    entryPoint: 'moving_average',
    prompt: py(
      'moving_average(values, window)',
      'Return the averages of every run of `window` neighbouring values.\n\n    >>> moving_average([1, 2, 3], 2)\n    [1.5, 2.5]',
    ),
    labels: { stage: 'Pre/Post Processing', mlTask: 'Time Series Prediction', dataType: 'Structured Array' },
    right:
      'def moving_average(values, window):\n    return [sum(values[i : i + window]) / window for i in range(len(values) - window + 1)]\n',
    wrong: ['def moving_average(values, window):\n    return [sum(values) / window]\n'],
    calls: [
      ['np.array([1, 2, 3]), 2', '[1.5, 2.5]'],
      ['np.ones(3), 1', '[1.0, 1.0, 1.0]'],
    ],
    ease: 0.5,
    brokenTests: true,
  },
];

/** A rewrite of a synthetic prompt; null where it does not apply. */
export interface SyntheticMutator {
  readonly name: string;
  readonly family: MutatorFamily;
  readonly preserves: Preservation;
  readonly refusal: string;
  readonly edits: (task: SyntheticTask) => readonly Edit[];
  readonly renames?: (task: SyntheticTask) => Readonly<Record<string, string>>;
}

/** Every match of a pattern, replaced. */
function replaceAll(text: string, pattern: RegExp, replacement: (match: string) => string): Edit[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    replacement: replacement(match[0]),
  }));
}

export const SYNTHETIC_MUTATORS: readonly SyntheticMutator[] = [
  {
    name: 'lex-task-verb',
    family: 'lexical',
    preserves: 'exact-meaning',
    refusal: 'no-task-verb',
    edits: ({ prompt }) =>
      replaceAll(prompt, /Return the|Compute the|Find the/g, (match) => `Give ${match.split(' ')[1]}`),
  },
  {
    name: 'lex-spelling-variant',
    family: 'lexical',
    preserves: 'exact-meaning',
    refusal: 'no-variant-word',
    edits: ({ prompt }) => replaceAll(prompt, /indexes/g, () => 'indices'),
  },
  {
    name: 'gram-imperative-interrogative',
    family: 'grammatical',
    preserves: 'paraphrase',
    refusal: 'no-imperative',
    edits: ({ prompt }) =>
      replaceAll(prompt, /(?<=""")(Return|Compute|Find)/g, (match) => `Can you ${match.toLowerCase()}`),
  },
  {
    name: 'name-func-neutral',
    family: 'naming',
    preserves: 'exact-meaning',
    refusal: 'no-function',
    edits: ({ prompt, entryPoint }) => replaceAll(prompt, new RegExp(`\\b${entryPoint}\\b`, 'g'), () => 'solve'),
    renames: ({ entryPoint }) => ({ [entryPoint]: 'solve' }),
  },
  {
    name: 'fmt-uppercase',
    family: 'layout',
    preserves: 'paraphrase',
    refusal: 'no-prose',
    edits: ({ prompt }) => replaceAll(prompt, /(?<=""").*/g, (match) => match.toUpperCase()),
  },
];
