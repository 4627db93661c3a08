/**
 * A row of the published table and a file of the authors' harness, by the shapes that their code reads and writes
 * (`src/LLM/call.py`, `harness/evaluator.py` of alirezadaghigh99/DL-Bench); the contents are ours.
 */
export const tableRow = {
  repo: 'kornia',
  filename: 'processed_korniaflip7.txt',
  function: 'flip_rows',
  class: '',
  'ground Truth': 'kornia/geometry/flip.py#L12',
  test_cases: 'tests/geometry/test_flip.py::TestFlip::test_rows tests/geometry/test_flip.py',
  prompt: 'Write a function flip_rows(image) that turns the rows of an image, "upside down", around.',
  stage: 'pre/post processing',
  task: 'General',
  data: 'image',
} as const;

export const harnessTask = {
  result: '```python\ndef forward(self, x):\n    return x\n```',
  prompt: 'Write the method forward of the class Net.',
  function_name: 'forward',
  class: 'Net',
  ground_truth: 'nets/net.py',
  test: 'tests/test_net.py',
  repo: 'small-text',
  stage: 'evaluation&metrics',
  task: 'classification',
  data: 'Text',
} as const;

/** A record that says itself what its image must hold. */
export const liveRecord = {
  id: 'processed_example1',
  repo: 'example',
  package: 'example-package',
  version: '1.2.0',
  kind: 'wheel',
  path: 'example/shapes.py',
  class: '',
  function: 'area',
  prompt: 'Write a function called area that multiplies width and height.',
  reference: 'def area(width, height):\n    return width * height\n',
  installed_source: 'def area(width, height):\n    return width * height\n',
  tests: ['example/tests/test_shapes.py::test_area[2 by 3]', 'example/tests/test_shapes.py::test_zero'],
  stage: 'model construction',
  task: null,
  data: 'other',
  seconds: 20,
  setup: { install: ['pytest'], root: 'site-packages', pytest_args: [] },
} as const;
