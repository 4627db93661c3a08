import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage, PromptExample, PromptingInput } from '../../src/core/chat.ts';
import { findPrompting, findTestStyle, promptings, testStyles } from '../../src/prompting/index.ts';

const folder = new URL('../../src/prompting/', import.meta.url);

/** Prompts of all sorts, also with fences, CRLF and no end of line. */
const FENCED = 'def f(x):\n    """Use `x`.\n\n    ```python\n    f(1)\n    ```\n    """\n';
const promptText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.constantFrom(FENCED, 'Write ````it````.', 'a\r\nb\r\n'),
);
const hint = { functionName: 'solve', exampleTest: 'assert solve(2) == 4' };
const input: fc.Arbitrary<PromptingInput> = fc
  .tuple(promptText, fc.constantFrom('solve', 'is_even', null), fc.boolean(), fc.constantFrom({}, { hint }))
  .map(([text, entryPoint, completesPrompt, more]) => ({ promptText: text, entryPoint, completesPrompt, ...more }));

const textOf = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content).join('\n');

const example = (id: string, promptText: string): PromptExample => {
  return { id, promptText, entryPoint: id, completesPrompt: id === 'one', code: `def ${id}():\n    return 1` };
};
const examples = [example('two', 'Write two(x).'), example('one', 'def one():\n')];

const HALF = { promptText: 'def half(x):\n    """Halve x."""\n', entryPoint: 'half', completesPrompt: true };
const HINTED = {
  promptText: 'Write a function to square a number.',
  entryPoint: 'sq',
  completesPrompt: false,
  hint: { functionName: 'sq', exampleTest: 'assert sq(3) == 9' },
};

describe.each(promptings)('$name', (prompting) => {
  /** All calls of one program. */
  const callsOf = (given: PromptingInput) =>
    Array.from({ length: prompting.calls }, (_, call) =>
      prompting.programMessages(given, ['1. Plan it.'].slice(0, call)),
    );

  test('keeps the prompt verbatim in every call, ends with the user, and says the same again', () => {
    fc.assert(
      fc.property(input, fc.boolean(), (given, shown) => {
        const whole = prompting.examples && shown ? { ...given, examples } : given;
        for (const messages of callsOf(whole)) {
          expect(textOf(messages)).toContain(given.promptText);
          expect(messages.at(-1)?.role).toBe('user');
          messages.forEach(({ role }, at) => {
            expect(role).toBe(at % 2 === 0 ? 'user' : 'assistant');
          });
        }
        expect(callsOf(whole)).toEqual(callsOf(whole));
      }),
    );
  });

  test('tells name and example of a prompt that leaves them open', () => {
    for (const messages of callsOf(HINTED)) {
      expect(textOf(messages)).toContain('`sq`');
      expect(textOf(messages)).toContain('assert sq(3) == 9');
    }
  });

  test('shows its examples before the task, each with its whole program', () => {
    const [messages = []] = callsOf({ ...HALF, examples });
    const shown = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
    expect(shown).toEqual(prompting.examples ? examples.map(({ code }) => `\`\`\`python\n${code}\n\`\`\``) : []);
    expect(messages.at(-1)?.content).toContain(HALF.promptText);
  });

  test('adds few words of its own, and asks as zero-shot does for the program', () => {
    const messages = callsOf(HALF);
    for (const each of messages) expect(textOf(each).replace(HALF.promptText, '').split(/\s+/).length).toBeLessThan(60);
    expect(messages.at(-1)?.at(-1)?.content).toContain('Reply with the whole function in one code block.');
  });
});

test('chain-of-thought and self-planning: think before the code: in the same reply, or in a call of its own', () => {
  expect(textOf(findPrompting('chain-of-thought').programMessages(HALF))).toContain('step by step');
  const planning = findPrompting('self-planning');
  expect(planning.calls).toBe(2);
  expect(textOf(planning.programMessages(HALF))).toContain('no code yet');
  expect(planning.programMessages(HALF, ['1. Divide x.'])[1]).toEqual({ role: 'assistant', content: '1. Divide x.' });
});

describe.each(testStyles)('tests as $name', (style) => {
  test('keeps the prompt verbatim and asks for the number of tests, of the entry point, in few words', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 9 }), (given, testsPerSample) => {
        const messages = style.testMessages({ ...given, testsPerSample });
        expect(textOf(messages)).toContain(given.promptText);
        expect(messages.at(-1)?.role).toBe('user');
      }),
    );
    const text = textOf(style.testMessages({ ...HALF, testsPerSample: 7 })).replace(HALF.promptText, '');
    expect(text).toContain('7');
    expect(text).toContain('half');
    expect(text.split(/\s+/).length).toBeLessThan(60);
    expect(textOf(style.testMessages({ ...HINTED, testsPerSample: 7 }))).toContain('assert sq(3) == 9');
  });
});

test('every prompting and every test style is registered, and names are unique', () => {
  expect(promptings.map(({ summary }) => summary)).not.toContain('');
  const files = (suffix: string) => readdirSync(folder).filter((file) => file.endsWith(suffix));
  expect(files('-prompting.ts').sort()).toEqual(promptings.map(({ name }) => `${name}-prompting.ts`).sort());
  expect(files('-test-style.ts').sort()).toEqual(testStyles.map(({ name }) => `${name}-test-style.ts`).sort());
});

test('an unknown name is refused with the nearest', () => {
  expect(findPrompting('zero-shot')).toBe(promptings[0]);
  expect(() => findPrompting('zeroshot')).toThrow(
    expect.objectContaining({ code: 'unknown-prompting', exitCode: 2, hint: expect.stringContaining('"zero-shot"') }),
  );
  expect(() => findTestStyle('unitest')).toThrow(
    expect.objectContaining({ code: 'unknown-test-style', hint: expect.stringContaining('"unittest"') }),
  );
});
