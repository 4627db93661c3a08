import { describe, expect, test } from 'vitest';
import { html } from '../../../src/reporters/html/markup.ts';
import { latexDocument } from '../../../src/reporters/tables/latex.ts';
import { markdownText } from '../../../src/reporters/tables/markdown.ts';

const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test.each(['[model]', '*star', ' [1ex]'])(
  'a row of LaTeX: that begins with %j is no argument of the row before',
  (name) => {
    const rows = [
      ['a', 'x'],
      [name, 'y'],
      [name, '[z]'],
    ];
    const text = latexDocument('t', [{ id: 't', caption: 'c', note: 'n', head: [name, 'v'], rows }]);
    expect(text).toContain(name.trim());
    expect(text).not.toMatch(/\\\\\s*[[*]/);
  },
);

describe('Markdown', () => {
  test.each([
    ['@octocat', /@/],
    ['root@evil.example, mailto:a@b.c, xmpp:a@b.c', /@/],
    ['https://evil.example/x www.evil.example WWW.evil.example', /:\/\/|www\./i],
    ['$\\color{red}{x}$ and $`x`$', /(^|[^\\])\$/],
    [':+1: and :tada:', /:\S+:/],
    ['&#64; and &#x40;', /&#x?[0-9]/],
  ])('of %j holds nothing that GitHub makes something of', (text, made) => {
    expect(markdownText(text).replaceAll(/&#(58|64|46);/g, text.startsWith('&') ? '&#64;' : ' ')).not.toMatch(made);
  });

  test('the same words are left: a time, a ratio, a path', () => {
    expect(markdownText('12:30, 1:2, src/a.py::f, pass@1')).toBe('12:30, 1:2, src/a.py::f, pass@1');
  });
});

test('what turns the direction of text is seen, in Markdown and in the page', () => {
  for (const character of '\u061c\u200e\u200f\u202a\u202e\u2066\u2069') {
    expect(markdownText(`a${character}b`)).not.toMatch(TURNING);
    expect(html`<b title="${character}">${`a${character}b`}</b>`.markup).not.toMatch(TURNING);
  }
});
