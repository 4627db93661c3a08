import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terminalText } from '../../src/cli/terminal-text.ts';

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
    ['what is hidden', 'a\x1b[8mb\x1b[0mc', 'a?[8mb?[0mc'],
    ['letters in the colour of what lies behind them', '\x1b[30;40ma\x1b[37m\x1b[47mb', '?[30;40ma?[37m?[47mb'],
    ['an unfinished colour', '\x1b[31', '?[31'],
  ])('does not steer: %s', (_, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  test('keeps colours, progress, tabs, lines and every language', () => {
    for (const text of ['\r\x1b[Kexecute: 1/2', '\x1b[1mbold\x1b[22m\n', 'a\tb\n', 'ü 漢字 🎉 עברית'])
      expect(terminalText(text)).toBe(text);
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
