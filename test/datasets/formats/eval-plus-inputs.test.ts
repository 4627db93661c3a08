import { expect, test } from 'vitest';
import { evalPlusInputs } from '../../../src/datasets/formats/eval-plus-inputs.ts';

/** Inputs spelled by evalplus/data/mbpp.py's `mbpp_serialize_inputs`, and what its `mbpp_deserialize_inputs` makes of them. */
test.each([
  ['HumanEval/2', '[[[1, 2], 1.0]]', ['[[1, 2], 1.0]']],
  ['Mbpp/2', '[[[3, 4], [5.0]]]', ['[{"@tuple":[3, 4]},{"@tuple":[5.0]}]']],
  ['Mbpp/63', '[[[[3, 5], [1, 7]]]]', ['[[{"@tuple":[3, 5]},{"@tuple":[1, 7]}]]']],
  ['Mbpp/75', '[[[[6, 24]], 6]]', ['[[{"@tuple":[6, 24]}],6]']],
  ['Mbpp/106', '[[[5, 6], [9]]]', ['[[5, 6],{"@tuple":[9]}]']],
  ['Mbpp/115', '[[[[1, 2], [], {}]]]', ['[[{"@set":[1, 2]},{},{}]]']],
  ['Mbpp/124', '[["0", "1j"]]', ['[{"@float":"0"},{"@complex":"1j"}]']],
  ['Mbpp/250', '[[[10, 8], 8]]', ['[{"@tuple":[10, 8]},8]']],
  ['Mbpp/259', '[[[[1, 3]], [[6, 7]]]]', ['[{"@tuple":[{"@tuple":[1, 3]}]},{"@tuple":[{"@tuple":[6, 7]}]}]']],
  ['Mbpp/278', '[[[1, [2, 3]]]]', ['[{"@tuple":[1,{"@tuple":[2, 3]}]}]']],
  ['Mbpp/722', '[[{"A": [6.2, 70]}, 6.0]]', ['[{"@dict":[["A",{"@tuple":[6.2, 70]}]]},6.0]']],
  ['Mbpp/580', '[[[4, [7, []]]]]', ['[{"@tuple":[4,{"@tuple":[7,{"@tuple":[]}]}]}]']],
  ['Mbpp/3', '[[12345678901234567890123], [NaN]]', ['[12345678901234567890123]', '[NaN]']],
])('%s %s', (taskId, source, expected) => {
  expect(evalPlusInputs(taskId, source)).toEqual(expected);
});
