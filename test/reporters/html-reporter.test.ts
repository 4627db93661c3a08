import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedTestsOf } from '../../src/core/imported-samples.ts';
import { applyEdits } from '../../src/core/text.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { studyOf } from '../../src/records/study.ts';
import { clientScript } from '../../src/reporters/html/html-document.ts';
import { html } from '../../src/reporters/html/markup.ts';
import { variantDiff } from '../../src/reporters/html/variant-diff.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { syntheticStudy } from '../fakes/synthetic-study.ts';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"\'<!--';

/** The views of the tasks, unpacked. */
function taskViews(page: string): string[] {
  const scripts = page.matchAll(/<script type="application\/octet-stream" id="task\/\d+">(.*?)<\/script>/gs);
  return [...scripts].map(([, packed]) => inflateRawSync(Buffer.from(packed as string, 'base64')).toString('utf8'));
}

const tagsOf = (text: string) => text.replace(/<style>.*?<\/style>/s, '').match(/<\/?[a-z!][\w-]*/gi);

describe('the page', () => {
  test('has every section of report.md, and leads to each', () => {
    const study = studyOf(syntheticRun({ tasks: 2 }));
    const page = htmlReporter.render(study);
    const titles = [...markdownReporter.render(study).matchAll(/^## (.*)$/gm)].map(([, title]) => title as string);
    expect(titles.length).toBeGreaterThan(7);
    expect([...page.matchAll(/<h2 id="([^"]*)-title">([^<]*)</g)].map(([, , title]) => title)).toEqual(titles);
    for (const [, id] of page.matchAll(/<h2 id="([^"]*)-title">/g)) {
      expect(page).toContain(`<a href="#${id}">`);
      expect(page).toContain(`<section id="${id}" aria-labelledby="${id}-title">`);
    }
  });

  test('asks nothing of the network; its policy allows the one script that it holds', () => {
    const page = htmlReporter.render(studyOf(syntheticRun({ tasks: 1 })));
    expect(page).not.toMatch(/<(link|img|iframe|object|embed|base)\b|\b(src|href)="(?!#)|@import|url\(/i);
    expect(page).toContain('content="default-src &#39;none&#39;;');
    const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(script).digest('base64');
    expect(page.replaceAll('&#39;', "'")).toContain(`script-src 'sha256-${digest}'`);
  });

  test('what a model or a data set wrote never becomes markup, in the page and in the packed views', () => {
    const record = syntheticRun({ tasks: 2, seed: 2, hostile: 'CALM' });
    const hostile = JSON.stringify(record).replaceAll('CALM', JSON.stringify(HOSTILE).slice(1, -1));
    const calm = htmlReporter.render(studyOf(record));
    const page = htmlReporter.render(studyOf(JSON.parse(hostile) as RunRecord));
    expect(tagsOf(page)).toEqual(tagsOf(calm));
    const [views, calmViews] = [taskViews(page), taskViews(calm)];
    expect(views).toHaveLength(2);
    // The words of a diff differ, and so do the marks around them.
    const unmarked = (texts: readonly string[]) => texts.map((text) => tagsOf(text.replace(/<\/?(?:ins|del)>/g, '')));
    expect(unmarked(views)).toEqual(unmarked(calmViews));
    expect(views[0]).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(views.join('')).not.toMatch(/<(?:script|img|iframe|style)|<[^>]*\son\w+=|href="(?!#)/);
  });

  test('shows every task: prompt, variants, picks, sets, matrix and programs', () => {
    const record = syntheticRun({ tasks: 7 });
    const views = taskViews(htmlReporter.render(studyOf(record)));
    expect(views).toHaveLength(7);
    for (const [at, view] of views.entries()) {
      const matrix = record.matrices[at];
      const taskId = record.tasks[at]?.taskId;
      const ofTask = <T extends { readonly taskId: string }>(items: readonly T[]) =>
        items.filter((item) => item.taskId === taskId);
      const table = /aria-label="Verdicts">.*?<\/table>/s.exec(view)?.[0] ?? '';
      const rows = [...table.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => row);
      expect(rows).toHaveLength(matrix?.tests.length ?? -1);
      const cells = rows.flatMap((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].slice(2));
      expect(cells).toHaveLength((matrix?.tests.length ?? 0) * (matrix?.candidates.length ?? 0));
      const passes = cells.filter(([, cell]) => cell?.includes('✓')).length;
      expect(passes).toBe(matrix?.verdicts.flat().filter((verdict) => verdict === 'pass').length);
      expect(view.match(/>P\d+ <span/g)).toHaveLength(matrix?.candidates.length ?? -1);
      expect(view.match(/class="prompt"/g)).toHaveLength(ofTask(record.variants).length);
      const sets = ofTask(record.rankings).reduce((sum, ranking) => sum + ranking.sets.length, 0);
      const shownSets = /aria-label="Consensus sets">.*?<\/table>/s.exec(view)?.[0].match(/scope="row"/g) ?? [];
      expect(shownSets).toHaveLength(sets);
      const ensemble = ofTask(record.rankings).find(({ arm }) => arm === 'mutation-ensemble');
      const picked = ofTask(record.candidates).find(({ id }) => id === ensemble?.pickedId);
      const card = view.split('<details').find((part) => /picked by [^<]*mutation-ensemble/.test(part));
      expect(card).toContain(html`${picked?.code ?? ''}`.markup);
    }
  });

  test('tests of no particular variant count in the sets of every arm', () => {
    const { tests, ...record } = syntheticRun({ tasks: 1 });
    const shared = tests.map((one) => ({ ...one, origins: [{ variantId: sharedTestsOf(one.taskId), sample: 0 }] }));
    const [view = ''] = taskViews(htmlReporter.render(studyOf({ ...record, tests: shared })));
    const table = /aria-label="Consensus sets">.*?<\/table>/s.exec(view)?.[0] ?? '';
    const counts = [...table.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].slice(4, 6).map(([, cell]) => cell),
    );
    expect(counts.length).toBeGreaterThan(1);
    for (const [written, distinct] of counts) expect(written).toBe(distinct);
  });

  test('tests on which programs differ come first in the matrix', () => {
    const [view = ''] = taskViews(htmlReporter.render(studyOf(syntheticRun({ tasks: 3 }))));
    const table = /aria-label="Verdicts">.*?<\/table>/s.exec(view)?.[0] ?? '';
    const differ = [...table.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => {
      const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].slice(2).map(([, cell]) => cell?.includes('✓'));
      return cells.includes(true) && cells.includes(false);
    });
    expect(differ).toContain(true);
    expect(differ).toEqual(differ.toSorted((one, other) => Number(other) - Number(one)));
  });

  test('a study of several runs has each of them in every task, over one list of variants', () => {
    const study = syntheticStudy({ models: 2, repeats: 2, tasks: 3 });
    const names = ['a', 'b'].flatMap((model) => [1, 2].map((repeat) => `model-${model}, repeat ${repeat}`));
    const views = taskViews(htmlReporter.render(study));
    expect(views).toHaveLength(3);
    for (const [at, view] of views.entries()) {
      expect([...view.matchAll(/<summary><strong>(model-[^<]*)</g)].map(([, name]) => name)).toEqual(names);
      const taskId = study.runs[0].tasks[at]?.taskId;
      const variants = study.runs[0].variants.filter((variant) => variant.taskId === taskId);
      expect(view.match(/class="prompt"/g)).toHaveLength(variants.length);
    }
  });

  test('shows the first replies that could not be used, and how much of each is left out', () => {
    const record = syntheticRun({ tasks: 1 });
    const [reply] = record.replies;
    if (!reply) throw new Error('the synthetic run has no replies');
    const samples = Array.from({ length: 8 }, (_, sample) => sample);
    const replies = samples.map((sample) => ({
      ...reply,
      request: { ...reply.request, sample },
      reply: { ...reply.reply, text: 'z'.repeat(50_000) },
    }));
    const problems = samples.map((sample) => ({ ...reply, sample, problem: 'no-code' }));
    const [view = ''] = taskViews(htmlReporter.render(studyOf({ ...record, replies, problems })));
    expect(view).toContain(`Replies that could not be used: no ${reply.purpose}: no-code (8)`);
    expect(view.match(/z{4000}\n… 46,000 characters more/g)).toHaveLength(5);
    expect(view).not.toContain('z'.repeat(4001));
  });
});

describe('the script in the page', () => {
  const script = clientScript();

  test('parses, makes markup of the packed views alone, and runs no text as code', () => {
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b|new Function/);
    expect(script).not.toMatch(/fetch|XMLHttpRequest|import\(|https?:/);
    expect(script).not.toContain('</script');
    expect(script.match(/DOMParser/g)).toHaveLength(1);
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

test('variantDiff: spells the variant', () => {
  /** The text without what is dropped. */
  const replay = ({ markup }: { readonly markup: string }) =>
    markup.replace(/<del>.*?<\/del>/gs, '').replace(/<\/?ins>/g, '');

  const words = fc.array(fc.constantFrom('Return', 'the', 'sum', ' ', '\n', '.', 'größe'), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, fc.nat(), fc.nat(), (old, fresh, a, b) => {
      const original = old.join('');
      const [start = 0, end = 0] = [a % (original.length + 1), b % (original.length + 1)].sort((x, y) => x - y);
      const edits = [{ start, end, replacement: fresh.join('') }];
      expect(replay(variantDiff(original, edits))).toBe(applyEdits(original, edits));
    }),
  );
});
