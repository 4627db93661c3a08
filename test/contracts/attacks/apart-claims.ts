import type { ApartForgery } from './apart-forgeries.ts';

/** What bears the name of a class that tests ask for, and a test that would take it for one. */
const claims = (kind: string, module = 'builtins', answer = 'return K()') => ({
  name: `${module}.${kind} is what the class of its answer is called`,
  code: `import sys, ${module}\nK = type("${kind}", (), {"__module__": "${module}"})\ndef f(x):\n    ${answer}`,
  // A test that imports `builtins` would run beside the program.
  tests: `def test_value(self):\n    ${module === 'builtins' ? 'pass' : `from ${module} import ${kind}`}\n    self.assertIsInstance(f(3), ${kind})`,
});
/** As `claims`, of a program that writes to what names its classes, and to what says of which value a member is. */
const insists = (kind: string, module = 'builtins', of = { kind, module }, value = '') => {
  const names = `lambda kind: [("${of.module}", "${of.kind}")]`;
  const claim = claims(
    kind,
    module,
    `frame = sys._getframe()
    while frame:
        if "serve_program" in frame.f_globals: frame.f_globals["own_names"] = frame.f_globals["class_names"] = ${names}; frame.f_globals["plain_of"] = lambda value: (${value})
        frame = frame.f_back
    return type("K", (), {})()`,
  );
  const what = of.kind === kind ? '' : `, by the name of ${of.module}.${of.kind}${value && ` and the value ${value}`}`;
  return { ...claim, name: `${module}.${kind} is what its process says that its answer is${what}` };
};

/** Objects and exceptions of a class made up under the name of another. */
export const apartClaims: readonly ApartForgery[] = [
  ...['int', 'dict', 'list', 'str', 'bool', 'type'].map((kind) => claims(kind)),
  claims('map'),
  claims('Decimal', 'decimal'),
  claims('datetime', 'datetime'),
  claims('OrderedDict', 'collections'),
  claims('ConfigParser', 'configparser'),
  ...['int', 'dict', 'bool'].map((kind) => insists(kind)),
  insists('Decimal', 'decimal'),
  insists('deque', 'collections'),
  insists('PosixPath', 'pathlib'),
  ...(
    [
      ['int', 're', 'RegexFlag', ''],
      ['int', 'signal', 'Signals', ''],
      ['int', 'http', 'HTTPStatus', ''],
      ['str', 'http', 'HTTPMethod', ''],
      ['int', 're', 'RegexFlag', '"text",'],
      ['int', 're', 'RegexFlag', 'True,'],
      ['str', 'http', 'HTTPMethod', '5,'],
    ] as const
  ).map(([plain, module, kind, value]) => insists(plain, 'builtins', { kind, module }, value)),
  {
    name: 'raises an exception whose class is called builtins.KeyError',
    code: 'K = type("KeyError", (Exception,), {"__module__": "builtins"})\ndef f(x): raise K("no")',
    tests: 'def test_value(self):\n    with self.assertRaises(KeyError):\n        f(3)',
  },
  {
    name: 'answers with a class called decimal.Decimal',
    code: 'import decimal\nK = type("Decimal", (), {"__module__": "decimal"})\ndef f(x): return K',
    tests: 'def test_value(self):\n    import decimal\n    self.assertIs(f(3), decimal.Decimal)',
  },
];

/** Members of enumerations are the values that they are besides, and answer for their names. */
export const apartMembers: readonly ApartForgery[] = [
  ['http.HTTPStatus.OK', 'self.assertEqual(f(3), 200)'],
  ['http.HTTPStatus.OK', 'self.assertEqual((f(3).name, f(3).phrase, f(3) + 1), ("OK", "OK", 201))'],
  ['re.IGNORECASE', 'self.assertTrue(f(3) & 2)'],
  ['Number.ONE', 'self.assertEqual([f(3), f(3).value, "abc"[f(3)]], [1, 1, "b"])'],
  ['Word.A', 'self.assertEqual({f(3): f(3).upper()}, {"a": "A"})'],
  ['Word.A', 'self.assertEqual((str(f(3)), f"{f(3):>3}"), ("Word.A", "  a"))'],
  ['Pair.A', 'first, second = f(3)\n    self.assertEqual((first, second, len(f(3))), (1, 2, 2))'],
  ['[Number.ONE, Number.TWO]', 'self.assertEqual(sorted(f(3), reverse=True), [2, 1])'],
  ['x is Number.ONE if isinstance(x, Number) else Number.ONE', 'self.assertIs(f(f(3)), True)'],
].map(([value, asked]) => ({
  name: `${value}: ${asked}`,
  code: `import enum, http, re
class Word(str, enum.Enum): A = "a"
class Number(enum.IntEnum): ONE = 1; TWO = 2
class Pair(tuple, enum.Enum): A = (1, 2)
def f(x): return ${value}`,
  tests: `def test_value(self):\n    ${asked}`,
}));

/** Honest answers that stay in the program's process, or derive from what crosses, and what tests say of their class. */
export const apartInstances: readonly ApartForgery[] = [
  ['a time of a zone', 'datetime.datetime.now(datetime.timezone.utc)', 'datetime.datetime'],
  ['a parser', 'configparser.ConfigParser()', 'configparser.ConfigParser'],
  ['a map', 'map(str, [x])', 'map'],
  ['a lock-like object of a library', 'decimal.Context()', 'decimal.Context'],
  ['an instance of its own subclass of Decimal', 'Money("1.5")', 'decimal.Decimal'],
  ['an instance of its own subclass of deque', 'Line([1])', 'collections.deque'],
  ['an instance of its own subclass of int', 'Count(3)', 'int'],
  ['an instance of its own subclass of date', 'Day(2024, 1, 2)', 'datetime.date'],
  ['an instance of its own subclass of a parser', 'Parser()', 'configparser.ConfigParser'],
  ['a member of its own enumeration', 'Colour.RED', 'enum.Enum'],
  ['a member of its own enumeration of texts', 'Word.A', 'enum.Enum'],
  ['a member of its own enumeration of numbers', 'Number.ONE', 'int'],
  ['a member of its own enumeration of texts as a text', 'Word.A', 'str'],
  ['a member of its own enumeration of pairs', 'Pair.A', 'tuple'],
  ['a member of an enumeration of the library', 'http.HTTPStatus.OK', 'http.HTTPStatus'],
  ['a path', 'pathlib.Path("a")', 'pathlib.Path'],
  ['an exception', 'KeyError("a")', 'KeyError'],
].map(([name, value, kind]) => ({
  name: name as string,
  code: `import collections, configparser, datetime, decimal, enum, http, pathlib
class Money(decimal.Decimal): pass
class Line(collections.deque): pass
class Count(int): pass
class Day(datetime.date): pass
class Parser(configparser.ConfigParser): pass
class Colour(enum.Enum): RED = 1
class Word(str, enum.Enum): A = "a"
class Number(enum.IntEnum): ONE = 1
class Pair(tuple, enum.Enum): A = (1, 2)
def f(x): return ${value}`,
  tests: `def test_value(self):\n    import collections, configparser, datetime, decimal, enum, http, pathlib\n    self.assertIsInstance(f(3), ${kind})`,
}));
