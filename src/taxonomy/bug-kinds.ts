/** The code of a bug kind, as DL-Bench's files number them; 15 there is a sub-kind of 8. */
export type BugLabel = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;

export interface BugKind {
  readonly label: BugLabel;
  readonly name: string;
  /** In our own words. */
  readonly definition: string;
  readonly subKinds: readonly string[];
}

/**
 * The fourteen kinds and eighteen deep-learning sub-kinds, in the order of their codes.
 *
 * Source: the DL-Bench paper; kinds 1 to 9, 11 and 12 go back to Tambon et al. 2024 (arXiv 2403.08937).
 */
export const BUG_KINDS: readonly BugKind[] = [
  {
    label: 1,
    name: 'Misinterpretation',
    definition: 'the program solves another problem than the prompt states, or another library, shape or result',
    subKinds: [
      'Incorrect DL Library or Framework Usage',
      'Shape and Dimension Mismatch',
      'Incorrect DL/ML Functionality',
    ],
  },
  { label: 2, name: 'Syntax Error', definition: 'the program is not valid Python', subKinds: [] },
  {
    label: 3,
    name: 'Silly Mistake',
    definition: 'a slip without any meaning, such as the same code in both branches or a needless step',
    subKinds: [],
  },
  {
    label: 4,
    name: 'Prompt-biased Code',
    definition: 'the program clings to an example or a word of the prompt and fails on everything else',
    subKinds: [],
  },
  {
    label: 5,
    name: 'Missing Corner Case',
    definition: 'right in general, wrong for a special input such as an empty, extreme or degenerate one',
    subKinds: ['Tensor Type and Value Edge Cases', 'Shape and Dimension Edge Cases'],
  },
  {
    label: 6,
    name: 'Wrong Input Type',
    definition: 'a function is called with an argument of a wrong type, shape or value',
    subKinds: ['Tensor Shape Mismatch', 'Incorrect ML/DL Function Library Arguments', 'Type Mismatch Problem'],
  },
  {
    label: 7,
    name: 'Hallucinated Object',
    definition: 'the program uses a module, class or function that does not exist, or was never imported or defined',
    subKinds: ['Missing or Undefined DL Modules', 'Incorrect Usage of DL Modules'],
  },
  {
    label: 8,
    name: 'Wrong Attribute',
    definition: 'an attribute, method or import of something that exists is wrong or not there',
    subKinds: ['Wrong DL Module Import', 'Incorrect API Usage'],
  },
  {
    label: 9,
    name: 'Non-Prompted Consideration',
    definition: 'the program does or demands something that nobody asked for, such as a check or a normalisation',
    subKinds: [],
  },
  {
    label: 10,
    name: 'Operation/Calculation Error',
    definition: 'the approach is right and a computation in it is wrong',
    subKinds: [
      'Data Type Casting Issues',
      'Shape and Dimension Error in Operations',
      'Incorrect Algebraic Calculation',
    ],
  },
  {
    label: 11,
    name: 'Incorrect or Undefined Variable/Method Reference',
    definition: 'a variable or method is meant that is not defined, or another one is named in its place',
    subKinds: [],
  },
  {
    label: 12,
    name: 'Constant Value Error',
    definition: 'a constant, sign or default is wrong and the rest is right',
    subKinds: ['Incorrect Tensor Constant Value'],
  },
  {
    label: 13,
    name: 'Performance Issue',
    definition: 'the program takes too long or too much memory',
    subKinds: ['DL Performance Issues'],
  },
  {
    label: 14,
    name: 'Prompt Missing Information',
    definition: 'the prompt does not hold what one needs to write the program',
    subKinds: ['Not Defining the Correct DL Library in the Prompt'],
  },
];

/** The kind of a code in a data file; 15, a wrong import, reads as 8. Null for any other number. */
export function bugLabelOf(code: number): BugLabel | null {
  const label = code === 15 ? 8 : code;
  return BUG_KINDS.find((kind) => kind.label === label)?.label ?? null;
}

export function bugKind(label: BugLabel): BugKind {
  return BUG_KINDS[label - 1] as BugKind;
}
