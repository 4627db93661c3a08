import { expect, test } from 'vitest';
import { extractSnippet } from '../../../src/python-source/replies/extract-snippet.ts';

const GAP = { before: 'df = load()\n', after: 'print(result)\n', indent: '' };

test.each([
  'result = df.sum()\n</code>\nEND SOLUTION\n<code>\nprint(1)',
  '```python\n1 result = df.sum()\n```',
  '```python\nresult\u00a0= df.sum()\n```',
  '{"code": "result = df.sum()\\n"}',
  '<answer>\nresult = df.sum()\n</answer>',
  'You can use sum:\n\nresult = df.sum()\n\nThis adds all columns.',
  '```python\nresult = df.sum()\n```\nOr:\n```python\nresult = df.agg("sum")\n```',
  'result▁=▁df.sum()',
])('%j', (reply) => expect(extractSnippet(reply, GAP)).toEqual({ code: 'result = df.sum()\n' }));
