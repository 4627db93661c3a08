import { describe, expect, test } from 'vitest';
import { codeRequest } from '../../../src/app/serving/code-request.ts';
import { type Call, readCall } from '../../../src/serve/read-call.ts';

const call = (body: Record<string, unknown>, kind: Call['kind'] = 'chat'): Call =>
  readCall(kind, Buffer.from(JSON.stringify(body)), {});
const user = (content: unknown, more: Record<string, unknown> = {}) =>
  call({ messages: [{ role: 'user', content }], ...more });
const STUB = 'def largest(numbers):\n    """Return the largest number."""\n';
const EVALPLUS = `Please provide a self-contained Python script that solves the following problem in a markdown code block:\n\`\`\`\n${STUB}\`\`\`\n`;
const MBPP = `Please provide a self-contained Python script that solves the following problem in a markdown code block:\n\`\`\`\n"""\nWrite a function to find the shared elements of two lists.\nassert shared((3, 4), (4, 5)) == (4,)\n"""\n\`\`\`\n`;

describe('solved', () => {
  test.each([
    ['a stub', STUB, 'plain'],
    ['a stub without a docstring', 'def largest(numbers):', 'plain'],
    ['a benchmark around a fenced stub', EVALPLUS, 'fenced'],
    ['a benchmark without a signature', MBPP, 'fenced'],
    ['a sentence', 'Write a function that returns the second largest number of a list.', 'plain'],
    ['a sentence with a name', 'Please write a Python function called `area` for circles.', 'plain'],
    ['a class', 'Implement a class named Counter2 with add and most.', 'plain'],
    ['German', 'Schreibe eine Funktion namens quersumme, die Ziffern addiert.', 'plain'],
    ['a script', 'Write a program that reads integers from standard input and prints their sum.', 'plain'],
    [
      'a skeleton',
      'Return the sum of two.\n\nclass Solution:\n    def add(self, a: int, b: int) -> int:\n        ',
      'plain',
    ],
    ['a fence that is asked for', 'Write a function called f that adds. Put it in a code block.', 'fenced'],
    ['text in parts', [{ type: 'text', text: STUB }], 'plain'],
  ])('%s', (_, content, form) => {
    expect(codeRequest(user(content))).toMatchObject({ form });
  });

  test('what was said before goes along, and may ask for the fence', () => {
    const messages = [
      { role: 'developer', content: 'Answer in markdown.' },
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
      { role: 'user', content: STUB },
    ];
    const found = codeRequest(call({ messages }));
    expect(found).toMatchObject({ form: 'fenced', question: { prompt: STUB } });
    expect('question' in found && found.question.before?.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
    ]);
  });

  test('a completion goes on inside the function', () => {
    expect(codeRequest(call({ prompt: STUB }, 'completion'))).toMatchObject({ form: 'continuation' });
    expect(codeRequest(call({ prompt: [STUB] }, 'completion'))).toMatchObject({ form: 'continuation' });
  });
});

describe('passed on', () => {
  test.each([
    ['a greeting', 'hello', 'not-code'],
    ['a question about code', 'Explain this:\n```python\ndef f(x):\n    return x\n```', 'not-code'],
    ['a repair', `Fix this function:\n\`\`\`python\ndef f(x):\n    return x +\n\`\`\``, 'not-code'],
    ['tests for a function', 'Write unit tests for a function called add.', 'not-code'],
    ['an e-mail', 'Write an email about the new function.', 'not-code'],
    ['advice', 'What does the function sorted do in Python?', 'not-code'],
    ['a program that talks to the world', 'Write a script that deploys my app.', 'not-code'],
    ['another language', 'Write a function in JavaScript that adds two numbers.', 'other-language'],
    ['an image', [{ type: 'image_url', image_url: { url: 'data:' } }], 'content'],
    ['nothing', '', 'not-code'],
  ])('%s', (_, content, reason) => {
    expect(codeRequest(user(content))).toEqual({ reason });
  });

  test.each([
    ['tools', { tools: [{ type: 'function' }] }],
    ['logprobs', { logprobs: true }],
    ['audio', { audio: {} }],
    ['few-tokens', { max_tokens: 1 }],
  ])('%s', (reason, more) => {
    expect(codeRequest(user(STUB, more))).toEqual({ reason });
  });

  test.each([
    'You MUST use this *file listing* format.',
    'Describe each change with a *SEARCH/REPLACE block*.',
    'Answer with a JSON object that has the field code.',
    'Use <tool_use> to write files.',
  ])('an editor that applies the answer: %s', (content) => {
    const messages = [
      { role: 'system', content },
      { role: 'user', content: STUB },
    ];
    expect(codeRequest(call({ messages }))).toEqual({ reason: 'edit-format' });
  });

  test('a completion that holds more than an open function', () => {
    const written = `${STUB}    return max(numbers)\n\nprint(`;
    expect(codeRequest(call({ prompt: written }, 'completion'))).toEqual({ reason: 'not-code' });
    expect(codeRequest(call({ prompt: [[1, 2]] }, 'completion'))).toEqual({ reason: 'content' });
    expect(codeRequest(call({ prompt: STUB, suffix: 'x' }, 'completion'))).toEqual({ reason: 'suffix' });
    expect(codeRequest(call({ messages: [{ role: 'assistant', content: STUB }] }))).toEqual({ reason: 'last-message' });
  });
});

describe('responses', () => {
  const response = (body: Record<string, unknown>) => codeRequest(call({ model: 'm', ...body }, 'response'));

  test('their input is text, messages, or parts of text, behind the instructions', () => {
    expect(response({ input: STUB })).toEqual({ question: { prompt: STUB, before: [] }, form: 'plain' });
    const parts = [{ type: 'input_text', text: STUB }];
    expect(response({ instructions: 'Answer in markdown.', input: [{ role: 'user', content: parts }] })).toEqual({
      question: { prompt: STUB, before: [{ role: 'system', content: 'Answer in markdown.' }] },
      form: 'fenced',
    });
    const before = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] };
    expect(response({ input: [before, { type: 'message', role: 'user', content: STUB }] })).toMatchObject({
      question: { before: [{ role: 'assistant', content: 'Hello.' }] },
    });
  });

  test.each([
    ['tools', { input: STUB, tools: [{ type: 'function', name: 'f' }] }],
    ['few-tokens', { input: STUB, max_output_tokens: 20 }],
    ['previous_response_id', { input: STUB, previous_response_id: 'resp_1' }],
    ['background', { input: STUB, background: true }],
    ['content', { input: [{ type: 'function_call_output', call_id: 'c', output: '1' }] }],
    ['content', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] }],
    ['not-code', { input: 'What is the capital of France?' }],
  ])('passed on: %s', (reason, body) => {
    expect(response(body)).toEqual({ reason });
  });
});
