/**
 * `solve --in` on functions of a package that others wrote: each is emptied in a copy of the package's source, and a
 * scripted model answers with the original or with one of its damaged forms. Prints the pick, the project's own tests on
 * it, and whether the folder stayed as it was, byte for byte.
 *
 * npx tsx bench/solve/solve-in-package.ts --package FOLDER --right 0.5 FILE::name=NODE …
 * pip download --no-deps --no-binary :all: more-itertools; then for example
 *   --package more_itertools-11.2.1 'more_itertools/more.py::chunked=tests/test_more.py::ChunkedTests'
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFunction } from '../../src/app/repository/function-place.ts';
import { solveFunction } from '../../src/app/solve-function.ts';
import type { ChatModel } from '../../src/core/chat.ts';
import { createRng } from '../../src/core/random.ts';
import { childOf, parsePython, visit } from '../../src/python-source/syntax/python-tree.ts';
import { SyntaxBudget } from '../../src/python-source/syntax/reading-limits.ts';
import { readTestLines } from '../../src/python-source/tests/test-lines.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { package: { type: 'string' }, right: { type: 'string', default: '0.5' }, python: { type: 'string' } },
});
if (!values.package || positionals.length === 0) throw new Error('give --package FOLDER and FILE::name=NODE …');

/** Of every file's name and bytes. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

/** The function without its body but for the docstring; its original and its damaged forms. */
function empty(place: string): {
  readonly original: string;
  readonly damaged: readonly string[];
  readonly doctests: string;
} {
  const { source, found, root, path, functionName } = findFunction(place);
  const original = source.slice(found.whole.start, found.whole.end).trimEnd();
  const body = childOf(found.definition, 'body');
  const [first] = body?.children ?? [];
  const text = first ? source.slice(first.start, first.end) : '';
  const isDoc = /^[rbuf]*["']/i.test(text);
  const indent = /^[ \t]*/.exec(source.slice(source.lastIndexOf('\n', (body?.start ?? 0) - 1) + 1))?.[0] ?? '    ';
  const stub = `${isDoc ? `${text}\n${indent}` : ''}raise NotImplementedError`;
  const after = source.slice(0, body?.start) + stub + source.slice(found.whole.start + original.length);
  writeFileSync(join(root, path), after);
  // Each number, comparison and boolean of the body, changed one at a time.
  const tree = parsePython(original);
  const damaged: string[] = [];
  const swaps: Readonly<Record<string, string>> = {
    '<': '<=',
    '>': '>=',
    '==': '!=',
    True: 'False',
    False: 'True',
    0: '1',
    1: '2',
    '+': '-',
    None: '0',
  };
  visit(tree.root, (node) => {
    const swap = swaps[tree.text.slice(node.start, node.end)];
    const inBody = node.start > (childOf(tree.root.children[0] ?? tree.root, 'body')?.start ?? 0);
    if (swap && node.children.length === 0 && inBody)
      damaged.push(original.slice(0, node.start) + swap + original.slice(node.end));
    return true;
  });
  const { statements } = readTestLines(isDoc ? text : '', functionName, new SyntaxBudget(text.length));
  return { original, damaged, doctests: statements.filter((line) => line.startsWith('assert')).join('\n') };
}

const work = mkdtempSync(join(tmpdir(), 'mutagree-in-'));
try {
  for (const wanted of positionals) {
    const [place = '', node = ''] = wanted.split('=');
    const folder = join(work, `${positionals.indexOf(wanted)}`);
    cpSync(values.package, folder, { recursive: true });
    const { original, damaged, doctests } = empty(join(folder, place));
    const rng = createRng(1).fork(place);
    const model: ChatModel = {
      id: 'scripted',
      complete: async ({ messages }) => {
        const isTests = /assert statements/.test(messages.at(-1)?.content ?? '');
        const code = rng.next() < Number(values.right) || damaged.length === 0 ? original : rng.pick(damaged);
        return { status: 'completed', text: isTests ? doctests : `\`\`\`python\n${code}\n\`\`\``, usage: null };
      },
    };
    const before = digestOf(folder);
    const started = performance.now();
    const { solution, diff, check, left } = await solveFunction(join(folder, place), {
      model,
      check: [node],
      mutators: 'none',
      samples: 20,
      ...(values.python ? { python: values.python } : {}),
    });
    const { sets, counts, given, problem } = solution;
    console.log(
      [
        `${place}: ${problem ?? (solution.program?.includes(original.split('\n').at(-1)?.trim() ?? '') ? 'the original' : 'another')}`,
        `${sets[0]?.votes ?? 0}/${counts.programSamples} programs agree on ${sets[0]?.tests ?? 0}/${counts.tests} tests`,
        `${given.passedBy}/${counts.programs} distinct pass ${given.tests.length} examples of the docstring`,
        `${damaged.length} damaged forms`,
        `own tests ${check?.passed ?? 0}/${check?.total ?? 0}`,
        `diff of ${diff?.split('\n').length ?? 0} lines`,
        `${left} definitions not shown`,
        `folder ${digestOf(folder) === before ? 'unchanged' : 'CHANGED'}`,
        `${((performance.now() - started) / 1000).toFixed(1)} s`,
      ].join('; '),
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
