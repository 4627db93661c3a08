/**
 * Builds what the recorded half of the study on DL-Bench's live tasks reads: two programs of a task that are known to
 * differ, and tests that somebody else wrote.
 *
 * npx tsx bench/published/dl-bench-live-input.ts [--from ../shared/dlbench] [--out .cache/dl-bench-live]
 *
 * Programs: the package's own function (`installed_source`) and the answers of GPT-4o that DL-Bench's authors published
 * as failures. Tests: the examples of the function's docstring, one method for each value that is shown, judged as
 * doctest judges. Also the references alone, with the same tests, to see how many of these run at all. DL-Bench is
 * AGPL-3.0, so nothing of it is kept in this repository.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: join('..', 'shared', 'dlbench') },
    out: { type: 'string', default: join('.cache', 'dl-bench-live') },
  },
});

const live = z.object({ id: z.string(), installed_source: z.string() });
const failure = z.object({ id: z.string(), generated: z.string() });

function linesOf<T>(name: string, shape: z.ZodType<T>): T[] {
  const lines = readFileSync(join(values.from, name), 'utf8').trim().split('\n');
  return lines.map((line) => shape.parse(JSON.parse(line)));
}

const EXAMPLE = /^( *)>>> .*(?:\n\1(?:\.\.\. .*|\.\.\.$))*(?:\n(?! *>>> )(?= *\S).*)*/gm;

/** The examples of a docstring, each as it stands there, and whether a value is shown. */
function examplesOf(source: string): { readonly text: string; readonly shows: boolean }[] {
  return [...source.matchAll(EXAMPLE)].map(([text]) => ({
    text,
    shows: text.split('\n').some((line) => !/^ *(>>>|\.\.\.)/.test(line) && !/^ *("""|''')/.test(line)),
  }));
}

/** A method for each value that is shown, behind all that stands before it. */
function moduleOf(source: string): string | null {
  const examples = examplesOf(source);
  const methods = examples.flatMap(({ shows }, at) => {
    if (!shows) return [];
    const text = examples.slice(0, at + 1).map((example) => example.text.replace(/\n *("""|''')[\s\S]*$/, ''));
    return [
      [
        `    def test_example_${at + 1}(self):`,
        `        text = ${JSON.stringify(text.join('\n\n'))}`,
        "        example = doctest.DocTestParser().get_doctest(text, {}, 'example', None, 0)",
        '        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS, verbose=False)',
        '        self.assertEqual(runner.run(example, out=lambda text: None).failed, 0)',
      ].join('\n'),
    ];
  });
  if (methods.length === 0) return null;
  return `import doctest\nimport unittest\n\n\nclass TestExamples(unittest.TestCase):\n${methods.join('\n\n')}\n`;
}

const write = (name: string, records: readonly object[]) =>
  writeFileSync(join(values.out, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));

mkdirSync(values.out, { recursive: true });
const tasks = linesOf('live.jsonl', live);
const answers = linesOf('failures.jsonl', failure);
const programs = tasks.flatMap(({ id, installed_source: own }) => {
  // An answer that stands twice, under two labels, is one answer.
  const wrong = [...new Set(answers.flatMap((answer) => (answer.id === id ? answer.generated : [])))];
  return wrong.length === 0 ? [] : [own, ...wrong].map((solution, sample) => ({ task_id: id, sample, solution }));
});
const tests = tasks.flatMap(({ id, installed_source: own }) => {
  const module = moduleOf(own);
  return module ? [{ task_id: id, module }] : [];
});
write('programs.jsonl', programs);
write('tests.jsonl', tests);
write(
  'references.jsonl',
  tasks.map(({ id, installed_source: solution }) => ({ task_id: id, sample: 0, solution })),
);
process.stdout.write(`${programs.length} programs and ${tests.length} test modules in ${values.out}\n`);
