import { z } from 'zod';
import type { DatasetFormat } from '../dataset-format.ts';
import { promptAlone } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords } from './record-task.ts';

const record = z.object({
  prompt: filledText,
  metadata: z.looseObject({
    task_id: label,
    ground_truth: filledText,
    fpath_tuple: z.array(z.string()).min(1, { error: 'is empty; expected the parts of a path' }),
  }),
});

/** The authors' exact match of as many filled, stripped lines as the truth has; the message has the edit similarity. */
function exactMatch(truth: string): string {
  return `import json as _json

def _lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]

def _distance(left, right):
    row = list(range(len(right) + 1))
    for at, one in enumerate(left, 1):
        above, row[0] = row[0], at
        for to, other in enumerate(right, 1):
            above, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, above + (one != other))
    return row[-1]

_wanted = _lines(_json.loads(${JSON.stringify(JSON.stringify(truth))}))
_given = _lines(solution)[:len(_wanted)]
if _given != _wanted:
    _left, _right = "\\n".join(_wanted)[:4000], "\\n".join(_given)[:4000]
    _similar = 1 - _distance(_left, _right) / max(len(_left), len(_right))
    raise AssertionError("no exact match; edit similarity %.3f" % _similar)
`;
}

/** White space in front of the first line of the truth, where the code before it ends with a line. */
const indentOf = (prompt: string, truth: string) => (prompt.endsWith('\n') ? (/^[ \t]*/.exec(truth)?.[0] ?? '') : '');

/**
 * Repository code to continue (RepoCoder's benchmark): a line, a call or the body of a function. Judged by exact match
 * with the repository's code; the tests of the authors' function level are not published.
 */
export const repoEvalFormat: DatasetFormat = {
  name: 'repo-eval',
  title: 'RepoEval',
  source: { title: 'microsoft/CodeT, RepoCoder', url: 'https://github.com/microsoft/CodeT', licence: 'MIT' },
  recognises: ({ prompt, metadata }) =>
    typeof prompt === 'string' &&
    typeof metadata === 'object' &&
    metadata !== null &&
    'ground_truth' in metadata &&
    'fpath_tuple' in metadata,
  load: loadRecords(record, ({ prompt, metadata: { ground_truth: truth, task_id: id } }) => ({
    id,
    promptText: prompt,
    kind: 'snippet',
    gap: { before: prompt, indent: indentOf(prompt, truth) },
    entryPoint: null,
    codes: [prompt, truth],
    tests: [{ body: { kind: 'in-process', form: 'script', module: exactMatch(truth) } }],
    // Nothing of the repository runs.
    timeoutMs: 3000,
    reference: truth,
  })),
  rewrite: promptAlone('prompt', () => 'names stand in the whole repository'),
};
