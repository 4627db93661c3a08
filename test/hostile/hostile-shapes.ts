/** A way to write text that is hard to read; `write` gives about so many characters of it. */
export interface HostileShape {
  readonly name: string;
  write(length: number): string;
}

const repeated = (name: string, unit: string, before = '', after = ''): HostileShape => ({
  name,
  write: (length) => before + unit.repeat(Math.max(1, Math.ceil(length / unit.length))) + after,
});

const numbered = (name: string, unit: (index: number) => string, before = ''): HostileShape => ({
  name,
  write: (length) => {
    const parts: string[] = [before];
    for (let index = 0, written = 0; written < length; index++) {
      const part = unit(index);
      parts.push(part);
      written += part.length;
    }
    return parts.join('');
  },
});

/** Deeper and deeper blocks up to a depth, again and again. */
const ladder = (name: string, head: string, depth: number, step: string): HostileShape =>
  numbered(name, (index) => `${step.repeat(index % depth)}${head.replace('#', String(index))}\n`);

/** Texts of which each makes some reader of ours do its worst; the function under test is `f`. */
export const HOSTILE_SHAPES: readonly HostileShape[] = [
  repeated('backslash lines', '\\\n'),
  repeated('backslash lines in code', 'x = 1 + \\\n', 'def f(x):\n    return x\n'),
  repeated('doctest marks', '>>> '),
  repeated('doctest lines', '>>> f(1)\n1\n'),
  repeated('doctest prompts without answers', '>>> f(\n... 1,\n'),
  repeated('broken definitions', 'def f(\n'),
  repeated('broken definitions with blocks', 'def f(x:\n    return (\n'),
  repeated('definitions in one line', 'def f(x): return x\n'),
  repeated('definitions on one line', 'def f(x): '),
  numbered('many functions', (index) => `def f${index}(x):\n    return f${index + 1}(x)\n\n`),
  repeated('assertions', 'assert f(1) == 1\n'),
  numbered('different assertions', (index) => `assert f(${index}) == g${index}(${index})\n`),
  numbered('assertions with set-up', (index) => `x${index} = f(${index})\nassert x${index} == ${index}\n`),
  numbered('a chain of variables', (index) => `v${index + 1} = f(v${index})\nassert v${index + 1}\n`, 'v0 = 1\n'),
  repeated('one long assertion', '1, ', 'assert f([', ']) == 1\n'),
  repeated('assertions in prose', 'so assert f(1) == ( and `assert f(2)` or\n'),
  repeated('broken assertions', 'assert f(1) == (\n'),
  repeated('open brackets', '('),
  repeated('brackets on lines', '[\n'),
  repeated('balanced brackets', '([{}])'),
  repeated('quotes', '"'),
  repeated('triple quotes', '"""\n'),
  repeated('texts in triple quotes', '"""a\nb"""\n'),
  repeated('fences', '```\n'),
  repeated('fences with code', '```python\ndef f(x):\n    return x\n```\nthe final version:\n'),
  repeated('open fences', '~~~~python x\n````\n'),
  ladder('ladder of ifs', 'if x#:', 90, ' '),
  numbered(
    'whiles in whiles',
    (index) => {
      const indent = ' '.repeat(1 + (index % 90));
      return `${indent}while x${index}:\n${indent} x${index % 7} = 1\n`;
    },
    'def f(x):\n x = 0\n',
  ),
  ladder('ladder of comments', '# c', 200, ' '),
  ladder('ladder of classes', 'class C#:', 60, '\t'),
  repeated('tabs', '\t'),
  repeated('tabs and text', 'x\t'),
  repeated('blank lines', '\n'),
  repeated('spaces', ' '),
  repeated('spaces and line ends', '   \n', 'def f(x):\n    return x\n'),
  repeated('NULs', '\0'),
  repeated('lone surrogates', '\ud800'),
  repeated('pictures', '😀 '),
  repeated('decorators', '@a\n'),
  repeated('decorated functions', '@a\n@b(1)\ndef f(x): return x\n'),
  repeated('semicolons', 'x=1;'),
  repeated('operators', '1 + ', 'def f(x):\n    return '),
  repeated('calls in calls', 'f(', 'assert '),
  repeated('attributes', 'a.', 'x = '),
  repeated('commas', ','),
  repeated('colons', ':\n'),
  repeated('keywords', 'if else for '),
  repeated('else lines', 'else:\n'),
  repeated('f-strings', 'f"{x!r:{y}}" '),
  repeated('f-strings with open braces', 'f"{', 'x = '),
  numbered('imports', (index) => `from m${index} import a as b${index}\nimport n${index}.o\n`),
  repeated('imports of the function', 'from solution import f\n'),
  numbered('main guards', (index) => `if __name__ == "__main__":\n    assert f(${index}) == 1\n`),
  numbered(
    'unittest methods',
    (index) => `    def test_${index}(self):\n        self.assertEqual(f(${index}), 1)\n`,
    'import unittest\nclass TestF(unittest.TestCase):\n',
  ),
  numbered(
    'unittest classes',
    (index) => `class Test${index}(unittest.TestCase):\n    def test_a(self):\n        assert f(1)\n`,
  ),
  numbered('lost methods', (index) => `def test_${index}(self):\n    assert f(${index}) == 1\n\n`),
  numbered('test functions', (index) => `def test_${index}():\n    x = f(${index})\n    assert x == 1\n\n`),
  repeated('raises blocks', 'with pytest.raises(ValueError):\n    f(1)\n'),
  repeated('open thoughts', '<think>'),
  repeated('closed thoughts', '<think>a</think>'),
  repeated('ends of thoughts', '</think>'),
  repeated('tags', '</code> <code>\n'),
  repeated('end marks', '<|'),
  repeated('prose', 'The function takes a list of numbers and returns the largest one of them.\n'),
  repeated('arrows', 'f(1) -> 2\n'),
  repeated('arrows on a line', 'f(1) -> '),
  repeated('list of tests', '- f(1) == 2\n'),
  repeated('carriage returns', '\r'),
  repeated('lines of both ends', 'x = 1\r\n\r'),
  repeated('escapes', '\\x', "s = '", "'\n"),
  repeated('lambdas', 'lambda f: '),
  repeated('global lines', 'global f\n', 'def f(x):\n'),
  repeated('comprehension', '[x for x in ', 'y = '),
  numbered('parameters', (index) => `a${index}, `, 'def f('),
  numbered('keyword calls', (index) => `f(x=${index}, renamed=1)\n`),
  repeated('comments', '# assert f(1) == 1\n'),
  repeated('pluses', '+'),
  repeated('digits', '9'),
  repeated('one long name', 'a'),
  repeated('YAML texts', 'code: |\n  x = 1\n'),
  repeated('escaped quotes in JSON', '\\"', '{"', '}'),
  repeated('pieces of a tokenizer', 'xĠ=Ġf(1)Ċ'),
  repeated('cells of a notebook', '# %% [markdown]\n# x\n# %%\nf(1)\n'),
];
