import type { SystemAttack } from './system-attack.ts';

/** Finds the runner's own conversation on the stack, and lets it give the same answer whatever it is asked. */
const answering = (data: string) => `import sys, time
DATA = None
def conversation():
    frame = sys._getframe()
    while frame.f_code.co_name != "serve": frame = frame.f_back
    return frame.f_locals["self"], frame.f_globals["encode"]
def f(x):
    global DATA
    it, encode = conversation()
    if DATA is None: DATA = ${data}
    it.reply = lambda *rest: DATA
    return 6
`;
/** Writes one frame of an answer to every socket, and ends. */
const saying = (data: string) => `import os, stat, struct
def f(x):
    data = ${data}
    frame = struct.pack("<IIQ", 0, len(data), 0) + data
    for fd in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                view = memoryview(frame)
                while view: view = view[os.write(fd, view):]
        except OSError: pass
    os._exit(0)
`;
const ASKED = ['x = f(1)\nassert f(x) == 7'];
const asked = (name: string, data: string, tests = ASKED): SystemAttack => ({
  name,
  code: answering(data),
  tests,
  cpuMs: 3000,
});
const said = (name: string, data: string, tests = ['assert f(3) == 6']): SystemAttack => ({
  name,
  code: saying(data),
  tests,
  cpuMs: 3000,
});
const HASHES = (end: string) => `b"".join(b"(i%x;${end})" % (n * (2**61 - 1)) for n in range(1, 60000))`;
/** A list of a list of … of one list, each twice in the next: 2 ** 27 items when it is written out. */
const DOUBLED = 'b"[" * 28 + b"i1;]" + b"".join(b"r%d;]" % n for n in range(FIRST + 27, FIRST, -1))';
const doubled = (first: number): string => DOUBLED.replaceAll('FIRST', `${first}`);

/** Programs that answer in the runner's own words what no value would have become. */
export const forgedAnswers: readonly SystemAttack[] = [
  asked('keys of one hash put into an argument', `b"v(i6;[(" + ${HASHES('N')} + b")]N)"`, [
    'd = {1: 2}\nx = f(d)\nassert f(d) == 7',
  ]),
  asked(
    'items of one hash put into an argument',
    `b"v(i6;[(" + b"".join(b"i%x;" % (n * (2**61 - 1)) for n in range(1, 60000)) + b")]N)"`,
    ['d = {1, 2}\nx = f(d)\nassert f(d) == 7'],
  ),
  asked('ten million items put into every argument', 'b"v(i6;[" + b"xrange:(i0;i989680;i1;)" * 40 + b"]N)"', [
    `x = f([${'[1],'.repeat(39)}])\nassert x == 7`,
  ]),
  asked('contents of eight million nothings, for every call', 'b"v(i6;[(" + b"N" * 7_900_000 + b")]N)"', [
    'x = 0\nfor i in range(30):\n    x = f([x])\nassert x == 7',
  ]),
  asked('a reply of sixty million nothings', 'b"v((" + b"N" * 60_000_000 + b")[]N)"'),
  asked(
    'objects that can do ten million things',
    `b"v((" + b"".join(b"L%d:(s6:objects1:Axrange:(i%d;i989680;i1;)N)" % (n, n) for n in range(1, 100)) + b")[]N)"`,
  ),
  asked('a module that none has', 'b"m" + encode(("numpy.f2py.__main__", [], None))'),
  asked('a module whose name is a list', 'b"m" + encode(([["math"]], [], None))'),
  asked('a module by the name of a list that doubles', `b"m(" + ${doubled(1)} + b"[]N)"`),
  asked('a refusal that doubles', `b"u(" + ${doubled(1)} + b"[]N)"`),
  asked('an exception that doubles', `b"e(([(s8:builtinss10:ValueError)]" + ${doubled(2)} + b")[]N)"`),
  asked('names of exceptions that double', `b"e(([(s1:a" + ${doubled(2)} + b")]s1:b)[]N)"`),
  asked('a request to call what nobody lent', 'b"c" + encode((1, (), {}))'),
  asked('a request to call what is no handle', 'b"c" + encode(([1], (), {}))'),
  asked('printed text that is none', 'b"v" + encode((7, [], ["x"]))', ['x = f(1)\nassert f(x) == 6']),
  asked('an unknown sort of answer', 'b"\\xff" + encode((7, [], None))'),
  asked('an answer without a sort', 'b""'),
  asked('an answer that refers to itself', 'b"v(r0;[]N)"'),
  asked(
    'exceptions from many classes of long names',
    `b"e" + encode((([("m", "A" * 60000 + str(n)) for n in range(19)] + [("builtins", "ValueError")], "x"), [], None))`,
    ['try:\n    x = f(1)\nexcept ValueError:\n    x = 1\nassert x == 7'],
  ),
  said('an exception that doubles, said at once', `b"e(" + b"[(s8:builtinss10:ValueError)]" + ${doubled(1)} + b")"`),
  said('thirty million nothings, said at once', 'b"v[" + b"N" * 33_000_000 + b"]"'),
  said('a million empty containers', 'b"v[" + b"()" * 2_600_000 + b"]"'),
  said(
    'decimals among large numbers of one hash',
    `b"v{" + b"xDecimal:(i0;(i1;)i0;)" + b"i%x;" % (1 + (2**61 - 1) * (1 << 20_000_000)) + b"}"`,
  ),
  said(
    'large numbers before decimals of one hash',
    `b"v{" + b"i%x;" % (1 + (2**61 - 1) * (1 << 20_000_000)) + b"xDecimal:(i0;(i1;)i0;)" + b"}"`,
  ),
  said(
    'large numbers in tuples beside decimals',
    `b"v{(" + b"i%x;" % (1 + (2**61 - 1) * (1 << 20_000_000)) + b")(xDecimal:(i0;(i1;)i0;))}"`,
  ),
  said('a module that imports', 'b"mjson.tool"'),
  said('a sort that nobody knows', 'b"z"'),
  said('nothing at all', 'b""'),
  said('a stand-in', 'b"vL1:(s6:objects1:A(s6:__eq__)N)"'),
  said('numbers written as nobody does', 'b"vi 0_6 ;"', ['assert f(3) == 7']),
  said('a float of blanks', 'b"vf  nan ;"', ['assert f(3) == f(4)']),
  said('an array without numpy', 'b"vxarray:(s3:<i8(i1;)b8:\\x06\\0\\0\\0\\0\\0\\0\\0)"', ['assert f(3) == 7']),
  said('a record of a class named like ours', `b"vxnamedtuple:(s14:canonical_text(s14:canonical_text)(i7;))"`, [
    'assert f(3) == 6',
  ]),
  said('a range of ten million, in a view, in a deque', 'b"vxdeque:((xvalues:(xrange:(i0;i989680;i1;)))N)"'),
  said('a slice within a slice, a hundred times', 'b"v" + b"xslice:(NN" * 100 + b"i1;" + b")" * 100'),
  said('two answers for one call', 'b"vi6;" + struct.pack("<IIQ", 0, 4, 0) + b"vi6;"', [
    'assert f(3) == 7',
    'assert f(4) == 8',
  ]),
  {
    name: 'a decimal compared with a number of thirty million bits',
    code: 'from decimal import Decimal\ndef f(x): return Decimal(1) if x == 1 else 1 << 30_000_000',
    tests: ['assert f(1) == f(2)', 'x = f(1)\ny = f(2)\nassert y < x'],
    cpuMs: 4500,
    seconds: 10,
  },
  {
    name: 'a class of errors with a name of seven million letters',
    code: 'def f(x): raise type("A" * 7_000_000, (Exception,), {})("no")',
    tests: ['assert f(1) == 6', 'x = f(1)\nassert f(x) == 6', 'assert f(2) == 6'],
    cpuMs: 3000,
  },
  {
    name: 'modules as answers',
    code: 'import types\ndef f(x): return types.ModuleType("json.tool")',
    tests: ['assert f(1) == 6', 'x = f(1)\nassert f(x) == 6', 'assert f(1).tool'],
  },
  {
    name: 'the end of a loop, in an official test beside the program',
    code: 'def f(x): raise StopIteration',
    tests: ['import os\nassert os.sep and all(map(lambda x: f(x) == 6, [3, 4]))'],
    official: true,
    weak: [0],
    honest: [0],
  },
  {
    name: 'prints halves of characters',
    code: 'def f(x):\n    print("\\ud800")\n    return x * 2',
    tests: ['x = f(3)\nassert f(x) == 12', 'import os\nassert f(3) == 6 and os.sep'],
    honest: [0, 1],
    right: [0, 1],
  },
];
