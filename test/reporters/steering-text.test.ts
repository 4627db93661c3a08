import fc from 'fast-check';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { escapeBidi, oneLine, terminalText } from '../../src/reporters/steering-text.ts';

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

describe('text for a terminal', () => {
  test.each([
    ['the title of the window', '\x1b]0;owned\x07', '?]0;owned?'],
    ['the clipboard', '\x1b]52;c;cm0=\x1b\\', '?]52;c;cm0=?\\'],
    ['the screen', 'a\x1b[2Jb', 'a?[2Jb'],
    ['the line, in the middle of what is written', 'fail\r\x1b[Kpass', 'fail??[Kpass'],
    ['sequences of one byte', '\u009b2J', '?2J'],
    ['backspaces', 'fail\b\b\b\bpass', 'fail????pass'],
    ['the direction of text', 'a\u202eb', 'a?b'],
    ['a link', '\x1b]8;;http://x\x1b\\y', '?]8;;http://x?\\y'],
    ['concealed text', '# \x1b[8m\nimport os\n# \x1b[28m', '# ?[8m\nimport os\n# ?[28m'],
    ['the colour of the background', '\x1b[30;40mhidden\x1b[97;107m', '?[30;40mhidden?[97;107m'],
    ['black, white and backgrounds', '\x1b[30m\x1b[37m\x1b[47m', '?[30m?[37m?[47m'],
    ['an unfinished colour', '\x1b[31', '?[31'],
  ])('does not steer: %s', (_, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  test('keeps colours, progress, tabs, lines and every language', () => {
    for (const text of ['\r\x1b[Kexecute: 1/2', '\x1b[1mbold\x1b[22m\n', 'a\tb\n', 'ü 漢字 🎉 עברית'])
      expect(terminalText(text)).toBe(text);
    const { bold, dim, green, red, reset, yellow } = picocolors.createColors(true);
    for (const style of [bold, dim, green, red, reset, yellow]) expect(terminalText(style('x'))).toBe(style('x'));
  });

  test('nothing but colours is left of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\x1b[]0;K\r\nm\u009bax\x07', '\x1b[') }), (text) => {
        const rest = terminalText(`x${text}`).replaceAll(COLOUR, '');
        expect(rest).not.toMatch(/(?![\t\n])\p{Cc}/u);
      }),
    );
  });
});

test.each([
  ['an error (of the program)', 'an error (of the program)'],
  ['x)\n\npass: assert f(4) == 8\r\n2 of 2 pass', 'x)\\n\\npass: assert f(4) == 8\\r\\n2 of 2 pass'],
  ['\u2028a\u2029b\u0085c\u000bd', '\\u{2028}a\\u{2029}b\\u{85}c\\u{b}d'],
  ['\u001b[2J\u202e', '\\u{1b}[2J\\u{202e}'],
  ['12\u200b34\ufeff \u{e0069}\u{e0067}', '12\\u{200b}34\\u{feff} \\u{e0069}\\u{e0067}'],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
])('of an answer that is read by lines, %j is one', (words, shown) => {
  expect(oneLine(words)).toBe(shown);
});

test.each([...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])(
  '%j turns no text anywhere',
  (sign) => {
    expect(escapeBidi(`12${sign}34\n`)).toBe('12\ufffd34\n');
    expect(terminalText(`12${sign}34\n`)).toBe('12?34\n');
    expect(oneLine(`12${sign}34`)).toBe(`12\\u{${sign.charCodeAt(0).toString(16)}}34`);
  },
);
