import { describe, expect, test } from 'vitest';
import { studyOf } from '../../src/records/study.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { notesHtml, notesMarkdown } from '../../src/reporters/notes.ts';
import { syntheticRun } from '../fakes/run-record.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="alert(1)">bold</b> word',
  '[click](javascript:alert(1))',
  '[click](  <javascript:alert(1)>)',
  '[click](java\\script\\:alert(1))',
  '[click](&#106;avascript&#58;alert(1))',
  '[click](\n  javascript:alert(1))',
  '[click][a]\n\n[a]: data:text/html,<script>alert(1)</script>',
  '<javascript:alert(1)>',
  '![picture](https://example.org/pixel.png)',
  '</div></section><iframe src="https://example.org"></iframe>',
];

describe('notes in a page', () => {
  test.each(HOSTILE)('hold no element, handler or active link of the author: %s', (notes) => {
    const page = notesHtml(notes);
    expect(page).not.toMatch(/<(script|img|iframe|b|svg|style|object)\b/i);
    expect(page.replace(/&quot;|&lt;|&gt;/g, '')).not.toMatch(/<[^>]*\son\w+=/i);
    expect(page).not.toMatch(/href="\s*(?!https?:|mailto:|#|\/|\.)[^"]*:/i);
  });

  test('are CommonMark with tables, headings below those of the report', () => {
    const page = notesHtml('# What\n\nA *word*, [a link](https://example.org).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(page).toContain('<h3>What</h3>');
    expect(page).toContain('<em>word</em>');
    expect(page).toContain('<a href="https://example.org">a link</a>');
    expect(page).toContain('<td>2</td>');
  });
});

describe('notes in Markdown', () => {
  test.each(HOSTILE.filter((notes) => !notes.startsWith('![')))('show markup as text and lead nowhere: %s', (notes) => {
    const text = notesMarkdown(notes);
    expect(text).not.toContain('<');
    expect(text).not.toMatch(/\]\(\s*(?:&lt;)?\s*(?:java|&#|data)/i);
    expect(text).not.toMatch(/\]:\s*(?:java|data)/i);
  });

  test('stay what they are where they are harmless: links, code, comparisons', () => {
    const notes =
      'See [docs](https://example.org/a:b), [here](#top), [file](a/b.md) and `x`.\n\n```sh\ncat < file\n```';
    expect(notesMarkdown(notes)).toBe(notes);
    expect(notesMarkdown('p < 0.05')).toBe('p &lt; 0.05');
  });

  test('have headings two levels deeper, not in code', () => {
    expect(notesMarkdown('# Why\n\n```\n# not one\n```')).toBe('### Why\n\n```\n# not one\n```');
  });
});

test('title and notes stand over the reports', () => {
  const study = {
    ...studyOf(syntheticRun({ tasks: 2 })),
    heading: { title: 'Four <models>', notes: 'Why & **how**.' },
  };
  const page = htmlReporter.render(study);
  expect(page).toContain('<h1>Four &lt;models&gt;</h1>');
  expect(page).toContain('<p>Why &amp; <strong>how</strong>.</p>');
  expect(page.indexOf('id="notes"')).toBeLessThan(page.indexOf('id="overview"'));
  const text = markdownReporter.render(study);
  expect(text).toMatch(/^# Four &lt;models&gt;\n\n## Notes\n\nWhy & \*\*how\*\*\.\n/);
});
