import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage, PromptingInput } from '../../src/core/chat.ts';
import { findPrompting, promptings } from '../../src/prompting/index.ts';

const folder = new URL('../../src/prompting/', import.meta.url);

/** Prompts of all sorts, also with fences, CRLF and no end of line. */
const promptText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.constantFrom(
    'def f(x):\n    """Use `x`.\n\n    ```python\n    f(1)\n    ```\n    """\n',
    'Write ````it````.',
    'a\r\nb\r\n',
  ),
);
const input: fc.Arbitrary<PromptingInput> = fc
  .record({
    promptText,
    entryPoint: fc.constantFrom('solve', 'is_even', null),
    completesPrompt: fc.boolean(),
    hint: fc.option(
      fc.record({ functionName: fc.constant('solve'), exampleTest: fc.constant('assert solve(2) == 4') }),
    ),
  })
  .map(({ hint, ...rest }) => (hint ? { ...rest, hint } : rest));

const textOf = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content).join('\n');

describe.each(promptings)('$name', (prompting) => {
  test('is in a file of its name', () => {
    expect(readdirSync(folder)).toContain(`${prompting.name}-prompting.ts`);
    expect(prompting.summary).not.toBe('');
  });

  test('keeps the prompt verbatim, ends with the user, and says the same again', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 9 }), (given, testsPerSample) => {
        for (const write of [
          () => prompting.programMessages(given),
          () => prompting.testMessages({ ...given, testsPerSample }),
        ]) {
          const messages = write();
          expect(textOf(messages)).toContain(given.promptText);
          expect(messages.at(-1)?.role).toBe('user');
          expect(write()).toEqual(messages);
        }
      }),
    );
  });

  test('tells name and example of a prompt that leaves them open', () => {
    const given = {
      promptText: 'Write a function to square a number.',
      entryPoint: 'sq',
      completesPrompt: false,
      hint: { functionName: 'sq', exampleTest: 'assert sq(3) == 9' },
    };
    for (const messages of [
      prompting.programMessages(given),
      prompting.testMessages({ ...given, testsPerSample: 5 }),
    ]) {
      expect(textOf(messages)).toContain('`sq`');
      expect(textOf(messages)).toContain('assert sq(3) == 9');
    }
  });

  test('asks for the number of tests, of the entry point', () => {
    const given = { promptText: 'def half(x):\n    """Halve x."""\n', entryPoint: 'half', completesPrompt: true };
    const text = textOf(prompting.testMessages({ ...given, testsPerSample: 7 })).replace(given.promptText, '');
    expect(text).toContain('7');
    expect(text).toContain('half');
  });

  test('adds few words of its own', () => {
    const given = { promptText: 'def half(x):\n    """Halve x."""\n', entryPoint: 'half', completesPrompt: true };
    for (const messages of [
      prompting.programMessages(given),
      prompting.testMessages({ ...given, testsPerSample: 5 }),
    ]) {
      expect(textOf(messages).replace(given.promptText, '').split(/\s+/).length).toBeLessThan(60);
    }
  });
});

test('every prompting file is registered, and names are unique', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('-prompting.ts'));
  expect(files.sort()).toEqual(promptings.map(({ name }) => `${name}-prompting.ts`).sort());
});

test('an unknown name is refused with the nearest', () => {
  expect(findPrompting('zero-shot')).toBe(promptings[0]);
  expect(() => findPrompting('zeroshot')).toThrow(
    expect.objectContaining({ code: 'unknown-prompting', exitCode: 2, mend: expect.stringContaining('"zero-shot"') }),
  );
});
