import type { FailedProgram } from '../../src/taxonomy/read-failure.ts';

/** A made-up failure: a function that scales rows, its right version, and what pytest would print. */
export function sampleFailure(changes: Partial<FailedProgram> = {}): FailedProgram {
  return {
    id: 'scale',
    prompt: 'Write a function scale(rows, factor) that multiplies each row by factor.',
    generated: 'import torch\n\ndef scale(rows, factor):\n    return torch.scaled(rows, factor)\n',
    reference: 'def scale(rows, factor):\n    return [row * factor for row in rows]\n',
    pytestOutput: `============================= test session starts ==============================
tests/test_scale.py::test_two FAILED
=================================== FAILURES ===================================
___________________________________ test_two ___________________________________
    def test_two():
>       assert scale([1], 2) == [2]

tests/test_scale.py:3: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    def scale(rows, factor):
>       return torch.scaled(rows, factor)
E       AttributeError: module 'torch' has no attribute 'scaled'

scale.py:4: AttributeError
=========================== short test summary info ============================
FAILED tests/test_scale.py::test_two - AttributeError: module 'torch' has no attribute 'scaled'
========================= 1 failed, 2 passed in 0.01s ==========================
============================= test session starts ==============================
tests/test_scale.py::test_two PASSED
============================== 3 passed in 0.01s ===============================
`,
    ...changes,
  };
}
