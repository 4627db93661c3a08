import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/core/edit.ts';
import { studyOf } from '../../src/records/study.ts';
import { html, jsonForScript } from '../../src/reporters/html/markup.ts';
import { clientScript } from '../../src/reporters/html/page-assets.ts';
import type { TaskPageData } from '../../src/reporters/html/task-page-data.ts';
import { variantDiff } from '../../src/reporters/html/variant-diff.ts';
import { htmlReporter } from '../../src/reporters/html-reporter.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { syntheticStudy } from '../fakes/synthetic-study.ts';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"\'<!--';

function unpack(packed: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
}

function embedded(page: string): TaskPageData[] {
  const scripts = page.matchAll(/<script type="application\/octet-stream" id="task-data-\d+">(.*?)<\/script>/gs);
  return [...scripts].map((match) => unpack(match[1] as string) as TaskPageData);
}

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

  test('what a model or a data set wrote never becomes markup', () => {
    const calm = htmlReporter.render(studyOf(syntheticRun({ tasks: 2, seed: 2, hostile: 'x' })));
    const page = htmlReporter.render(studyOf(syntheticRun({ tasks: 2, seed: 2, hostile: HOSTILE })));
    const tags = (text: string) => text.replace(/<style>.*?<\/style>/s, '').match(/<\/?[a-z!][\w-]*/gi);
    expect(tags(page)).toEqual(tags(calm));
    for (const [, data] of page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(data).not.toContain('\u2028');
    const [first] = embedded(page);
    expect(first?.id).toBe(`starter/01${HOSTILE}`);
    expect(first?.runs[0]?.programs[0]?.code).toContain(HOSTILE);
  });

  test('holds the data of every task: prompts, programs, tests, matrix, sets and picks', () => {
    const record = syntheticRun({ tasks: 7 });
    const tasks = embedded(htmlReporter.render(studyOf(record)));
    expect(tasks).toHaveLength(7);
    for (const [at, task] of tasks.entries()) {
      const matrix = record.matrices[at];
      const [run] = task.runs;
      expect(run?.matrix).toHaveLength(matrix?.candidates.length ?? -1);
      for (const row of run?.matrix ?? []) expect(row).toHaveLength(matrix?.tests.length ?? -1);
      const passes = run?.matrix.join('').replaceAll(/[^p]/g, '').length;
      expect(passes).toBe(matrix?.verdicts.flat().filter((verdict) => verdict === 'pass').length);
      const ensemble = run?.arms.find(({ arm }) => arm === 'mutation-ensemble');
      const ranking = record.rankings.find(({ taskId, arm }) => taskId === task.id && arm === 'mutation-ensemble');
      expect(run?.programs[ensemble?.picked ?? -1]?.id).toBe(ranking?.pickedId);
      expect(ensemble?.sets).toHaveLength(ranking?.sets.length ?? -1);
      expect(ensemble?.rows.reduce((sum, [, weight]) => sum + weight, 0)).toBe(ensemble?.result?.programs);
    }
  });

  test('a study of several runs has each of them in every task, over one list of variants', () => {
    const study = syntheticStudy({ models: 2, repeats: 2, tasks: 3 });
    const page = htmlReporter.render(study);
    const names = ['a', 'b'].flatMap((model) => [1, 2].map((repeat) => `model-${model}, repeat ${repeat}`));
    expect(JSON.parse(/id="run-names">(.*?)</.exec(page)?.[1] ?? '')).toEqual(names);
    for (const task of embedded(page)) {
      expect(task.runs).toHaveLength(4);
      expect(new Set(task.variants.map(({ name }) => name)).size).toBe(task.variants.length);
      for (const run of task.runs) expect(run.perVariant).toHaveLength(task.variants.length);
    }
  });
});

describe('the script in the page', () => {
  const script = clientScript();

  test('parses, and has no way to turn text into markup or code', () => {
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b|new Function/);
    expect(script).not.toMatch(/fetch|XMLHttpRequest|import\(|https?:/);
    expect(script).not.toContain('</script');
  });

  test('holds every file of its folder after those that it imports, no name twice', () => {
    const folder = new URL('../../src/reporters/html/client/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
    const placeOf = (name: string) => script.search(RegExp(`^(?:async )?(?:const|let|function) ${name}\\b`, 'm'));
    const all: string[] = [];
    for (const file of files) {
      const source = readFileSync(new URL(file, folder), 'utf8');
      const declared = [...source.matchAll(/^(?:export )?(?:async )?(?:const|let|function) (\w+)/gm)];
      const [first = '', ...others] = declared.map(([, name]) => name as string);
      if (first) expect(placeOf(first), `${file} is not in the script`).toBeGreaterThan(-1);
      const imported = [...source.matchAll(/^import \{([^}]*)\} from '\.\//gm)].map(([, names]) => names).join();
      for (const [name] of imported.matchAll(/\w+/g))
        expect(placeOf(name), `${file} imports ${name}`).toBeLessThan(placeOf(first));
      all.push(first, ...others);
    }
    expect(all.filter((name, at) => name !== '' && all.indexOf(name) !== at)).toEqual([]);
    expect(script).not.toMatch(/^(import|export) /m);
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
    fc.property(fc.string({ unit: fc.constantFrom(...'</s!->\u2028\u2029&\\"') }), (text) => {
      const { markup } = jsonForScript({ text });
      expect(JSON.parse(markup)).toEqual({ text });
      expect(markup).not.toMatch(/[<>&\u2028\u2029]/);
    }),
  );
});

test('variantDiff: spells the variant', () => {
  /** What the page's script makes of the steps: the variant. */
  function replay(original: string, steps: readonly (number | string)[]) {
    let at = 0;
    const parts = steps.map((step) => {
      if (typeof step === 'string') return step;
      at += Math.abs(step);
      return step > 0 ? original.slice(at - step, at) : '';
    });
    return parts.join('') + original.slice(at);
  }

  const words = fc.array(fc.constantFrom('Return', 'the', 'sum', ' ', '\n', '.', 'größe'), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, fc.nat(), fc.nat(), (old, fresh, a, b) => {
      const original = old.join('');
      const [start = 0, end = 0] = [a % (original.length + 1), b % (original.length + 1)].sort((x, y) => x - y);
      const edits = [{ start, end, replacement: fresh.join('') }];
      expect(replay(original, variantDiff(original, edits))).toBe(applyEdits(original, edits));
    }),
  );
});
