/**
 * Three functions of scikit-learn in the shape of DL-Bench's live records; prompts and programs are ours, the tests are
 * those of the package.
 */
const shared = {
  repo: 'scikit-learn',
  package: 'scikit-learn',
  version: '1.6.1',
  kind: 'wheel',
  stage: 'pre/post processing',
  seconds: 10,
  setup: {
    install: ['scikit-learn==1.6.1', 'numpy==2.0.2', 'scipy==1.13.1', 'matplotlib', 'pytest==8.3.3'],
    root: 'site-packages',
    pytest_args: [],
  },
};

export const sklearnRecords = [
  {
    ...shared,
    id: 'product-of-arrays',
    path: 'sklearn/utils/extmath.py',
    class: '',
    function: 'cartesian',
    prompt:
      'Write a Python function called cartesian that gives the cartesian product of arrays, one combination a row.',
    tests: ['sklearn/utils/tests/test_extmath.py::test_cartesian'],
  },
  {
    ...shared,
    id: 'encode-labels',
    path: 'sklearn/preprocessing/_label.py',
    class: 'LabelEncoder',
    function: 'fit_transform',
    prompt: 'Write the method fit_transform of LabelEncoder, which fits to labels and gives their codes.',
    tests: ['sklearn/preprocessing/tests/test_label.py::test_label_encoder[int64]'],
  },
] as const;

/** Right programs, by task. */
export const rightPrograms: Readonly<Record<string, string>> = {
  'product-of-arrays': `import itertools
import numpy as np

def cartesian(arrays, out=None):
    return np.array(list(itertools.product(*arrays)))
`,
  'encode-labels': `import numpy as np

class LabelEncoder:
    def fit_transform(self, y):
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        return codes
`,
};
