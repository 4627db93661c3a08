/**
 * Builds what the recorded half of the study on DL-Bench's live tasks reads: two programs of a task that are known to
 * differ, and tests that somebody else wrote.
 *
 * npx tsx bench/published/dl-bench-live-input.ts [--from ../shared/dlbench] [--out .cache/dl-bench-live]
 *
 * Programs: the package's own function (`installed_source`), which passes its repository's tests, and the answers of
 * GPT-4o that DL-Bench's authors published as failures. Tests: the examples of the function's docstring, one method for
 * each value that is shown, compared as doctest compares. DL-Bench is AGPL-3.0, so nothing of it is kept in this
 * repository.
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

const EXAMPLE = /^( *)>>> .*(?:\n\1\.\.\.(?: .*)?$)*(?:\n(?! *>>> )(?= *\S)(?! *(?:"""|''')).*)*/gm;
/** Statements, and what prints: no value of theirs can be compared. */
const NO_VALUE = /^(?:print\b|for\b|with\b|def\b|import\b|from\b)/;

interface Example {
  /** Without its prompts. */
  readonly code: string;
  /** The value that is shown; empty where none is. */
  readonly shown: string;
}

function examplesOf(source: string): Example[] {
  return [...source.matchAll(EXAMPLE)].map(([text, indent = '']) => {
    const lines = text.split('\n').map((line) => line.slice(indent.length));
    const code = lines.filter((line) => /^(?:>>>|\.\.\.)/.test(line)).map((line) => line.slice(4));
    return { code: code.join('\n'), shown: lines.slice(code.length).join('\n') };
  });
}

const indented = (code: string) => code.replaceAll(/^/gm, '        ');

/** A method for each value that is shown, behind all that stands before it. */
function moduleOf(source: string): string | null {
  const examples = examplesOf(source);
  const methods = examples.flatMap(({ code, shown }, at) => {
    if (shown === '' || NO_VALUE.test(code)) return [];
    const before = examples.slice(0, at).map((example) => indented(example.code));
    const check = `        self.assertShown((${code}), ${JSON.stringify(`${shown}\n`)})`;
    return [[`    def test_example_${at + 1}(self):`, ...before, check].join('\n')];
  });
  if (methods.length === 0) return null;
  const check = [
    '    def assertShown(self, value, shown):',
    '        flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS',
    "        self.assertTrue(doctest.OutputChecker().check_output(shown, repr(value) + '\\n', flags))",
  ].join('\n');
  const head = 'import doctest\nimport unittest\n\n\nclass TestExamples(unittest.TestCase):';
  return `${[`${head}\n${check}`, ...methods].join('\n\n')}\n`;
}

const write = (name: string, records: readonly object[]) =>
  writeFileSync(join(values.out, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));

mkdirSync(values.out, { recursive: true });
const tasks = linesOf('live.jsonl', live);
const answers = linesOf('failures.jsonl', failure);
const programs = tasks.flatMap(({ id, installed_source: own }) => {
  // An answer that stands twice, under two labels, is one answer.
  const wrong = [...new Set(answers.flatMap((answer) => (answer.id === id ? answer.generated : [])))];
  return wrong.length === 0
    ? []
    : [own, ...wrong].map((solution, sample) => ({ task_id: id, sample, solution, passed: sample === 0 }));
});
const tests = tasks.flatMap(({ id, installed_source: own }) => {
  const module = moduleOf(own);
  return module ? [{ task_id: id, module }] : [];
});
write('programs.jsonl', programs);
write('tests.jsonl', tests);
process.stdout.write(`${programs.length} programs and ${tests.length} test modules in ${values.out}\n`);
