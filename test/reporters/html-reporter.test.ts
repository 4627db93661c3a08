import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/core/edit.ts';
import { studyOf } from '../../src/core/study.ts';
import { CLIENT_SCRIPT } from '../../src/reporters/html/client/index.ts';
import { html, jsonForScript } from '../../src/reporters/html/markup.ts';
import type { TaskPageData } from '../../src/reporters/html/task-page-data.ts';
import { variantDiff } from '../../src/reporters/html/variant-diff.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"\'<!--';

function embedded(page: string): TaskPageData[] {
  const scripts = page.matchAll(/<script type="application\/json" id="task-data-\d+">(.*?)<\/script>/gs);
  return [...scripts].map((match) => JSON.parse(match[1] as string) as TaskPageData);
}

describe('the page', () => {
  test('overview and tables look as they did (golden)', async () => {
    const body = htmlReporter
      .render(studyOf(syntheticRun({ tasks: 2 })))
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<script>.*?<\/script>/s, '')
      .replace(/'sha256-[^']*'/, "'sha256-…'");
    await expect(body).toMatchFileSnapshot('../golden/report-without-script.html');
  });

  test('asks nothing of the network', () => {
    const page = htmlReporter.render(studyOf(syntheticRun({ tasks: 3 })));
    expect(page).not.toMatch(/<(link|img|iframe|object|embed|base)\b/i);
    expect(page).not.toMatch(/\b(src|href)="(?!#)/i);
    expect(page).not.toMatch(/@import|url\(/);
    expect(page).toContain('content="default-src &#39;none&#39;;');
  });

  test('its policy allows the one script that it holds', () => {
    const page = htmlReporter.render(studyOf(syntheticRun({ tasks: 1 })));
    const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(script).digest('base64');
    expect(page.replaceAll('&#39;', "'")).toContain(`script-src 'sha256-${digest}'`);
  });

  test('what a model or a data set wrote never becomes markup', () => {
    const calm = htmlReporter.render(studyOf(syntheticRun({ tasks: 2, hostile: 'x' })));
    const page = htmlReporter.render(studyOf(syntheticRun({ tasks: 2, hostile: HOSTILE })));
    const tags = (text: string) => text.replace(/<style>.*?<\/style>/s, '').match(/<\/?[a-z!][\w-]*/gi);
    expect(tags(page)).toEqual(tags(calm));
    for (const [, data] of page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(data).not.toContain('\u2028');
    const [first] = embedded(page);
    expect(first?.id).toBe(`starter/01${HOSTILE}`);
    expect(first?.programs[0]?.code).toContain(HOSTILE);
  });

  test('holds the data of every task: prompts, programs, tests, matrix, sets and picks', () => {
    const record = syntheticRun({ tasks: 7 });
    const tasks = embedded(htmlReporter.render(studyOf(record)));
    expect(tasks).toHaveLength(7);
    for (const [at, task] of tasks.entries()) {
      const matrix = record.matrices[at];
      expect(task.matrix).toHaveLength(matrix?.candidates.length ?? -1);
      for (const row of task.matrix) expect(row).toHaveLength(matrix?.tests.length ?? -1);
      const passes = task.matrix.join('').replaceAll(/[^p]/g, '').length;
      expect(passes).toBe(matrix?.verdicts.flat().filter((verdict) => verdict === 'pass').length);
      const ensemble = task.arms.find(({ arm }) => arm === 'mutation-ensemble');
      const ranking = record.rankings.find(({ taskId, arm }) => taskId === task.id && arm === 'mutation-ensemble');
      expect(task.programs[ensemble?.picked ?? -1]?.id).toBe(ranking?.pickedId);
      expect(ensemble?.sets).toHaveLength(ranking?.sets.length ?? -1);
      expect(ensemble?.rows.reduce((sum, [, weight]) => sum + weight, 0)).toBe(ensemble?.result?.programs);
    }
  });
});

describe('the script in the page', () => {
  test('parses, and has no way to turn text into markup or code', () => {
    expect(() => new Script(CLIENT_SCRIPT)).not.toThrow();
    expect(CLIENT_SCRIPT).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b|new Function/,
    );
    expect(CLIENT_SCRIPT).not.toMatch(/fetch|XMLHttpRequest|import\(|https?:/);
    expect(CLIENT_SCRIPT).not.toContain('</script');
  });
});

test('html escapes what it is given, in text and in attributes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'a `') }), (text) => {
      expect(html`<p title="${text}">${text}</p>`.markup).not.toMatch(/<(?!\/?p[ >])|title="[^"]*"[^>]/);
      expect(html`${html`${text}`}`.markup).toBe(html`${text}`.markup);
    }),
  );
  expect(html`${null}${false}${[html`<b>`, html`</b>`]}${0}`.markup).toBe('<b></b>0');
});

test('jsonForScript reads back and cannot leave its element', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '/', 's', '!', '-', '>', '\u2028', '\u2029', '&', '\\', '"') }),
      (text) => {
        const { markup } = jsonForScript({ text });
        expect(JSON.parse(markup)).toEqual({ text });
        expect(markup).not.toMatch(/[<>&\u2028\u2029]/);
      },
    ),
  );
});

describe('variantDiff', () => {
  /** What the page's script makes of the steps: the text before, and the text after. */
  function replay(original: string, steps: readonly (number | string)[]) {
    let at = 0;
    let before = '';
    let after = '';
    for (const step of steps) {
      if (typeof step === 'string') {
        after += step;
        continue;
      }
      const part = original.slice(at, at + Math.abs(step));
      at += Math.abs(step);
      before += part;
      if (step > 0) after += part;
    }
    return { before: before + original.slice(at), after: after + original.slice(at) };
  }

  test('spells the original and the variant', () => {
    const words = fc.array(fc.constantFrom('Return', 'the', 'sum', ' ', '\n', '.', 'größe'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, fc.nat(), fc.nat(), (old, fresh, a, b) => {
        const original = old.join('');
        const [start = 0, end = 0] = [a % (original.length + 1), b % (original.length + 1)].sort((x, y) => x - y);
        const edits = [{ start, end, replacement: fresh.join('') }];
        const { before, after } = replay(original, variantDiff(original, edits));
        expect(before).toBe(original);
        expect(after).toBe(applyEdits(original, edits));
      }),
    );
  });

  test('narrows a long replacement to the words that differ', () => {
    const original = 'Return the sum of two numbers.';
    const steps = variantDiff(original, [{ start: 0, end: 30, replacement: 'Return the product of two numbers.' }]);
    expect(steps).toEqual([11, -3, 'product', 16]);
  });
});
