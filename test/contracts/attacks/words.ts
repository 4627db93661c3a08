import { ASKED, does, programs, type SystemAttack, TWO } from './system-attack.ts';

const ESCAPES = '\\x1b]0;owned\\x07\\x1b[2J<img src=x onerror=alert(1)>|`\\ud800\\x00\\n# head\\r\\u202e';

/** Programs and values whose words are to break what reads them. */
export const wordAttacks: readonly SystemAttack[] = [
  ...does({
    'a program that changes how its own file is read': [
      '',
      {
        setup:
          'import linecache, codecs, encodings\nencodings.aliases.aliases["utf_8"] = "rot_13"\ncodecs.register_error("strict", lambda e: ("", e.end))',
        tests: ['assert f("ü") == 6', 'x = f(1)\nassert f(x) == 6'],
      },
    ],
    'a class whose encoding never ends': [
      'd = D(a=1)\nreturn d',
      { setup: 'class D(dict):\n    def items(self):\n        while True: yield 1, 1\n    __iter__ = items' },
    ],
    'a list that grows while it is encoded':
      'v = []\nclass K:\n    def __eq__(self, other): return True\n    def __hash__(self):\n        v.append(1)\n        return 0\nv.append({K(): 1})\nreturn v',
    'a name of a class that is no text': [
      'return A()',
      {
        setup:
          'class M(type):\n    @property\n    def __name__(self): return 5\n    def __getattribute__(self, name): raise KeyboardInterrupt\nclass A(metaclass=M): pass',
        tests: ['assert f(3) == 6', 'x = f(3)\nassert x == 6', 'import os\nassert f(3) == 6'],
      },
    ],
    'a name of a module that takes for ever to write': [
      'class S:\n    def __str__(self):\n        while True: pass\nA = type("A", (Exception,), {"__module__": S()})\nraise A("no")',
      { tests: [...TWO, ...ASKED] },
    ],
    'an error with a hundred thousand causes': [
      'e = ValueError("a")\nfor _ in range(10**5):\n    n = ValueError("a")\n    n.__cause__ = e\n    e = n\nraise e',
      { tests: [...TWO, ...ASKED] },
    ],
    'an error about text that never was': [
      'e = UnicodeDecodeError("utf-8", b"x", 0, 1, "r")\ne.start, e.end = -10**9, 10**9\ne.object = b""\nraise e',
      { tests: [...TWO, ...ASKED] },
    ],
    'an error of syntax in a file without an end': [
      'raise SyntaxError("no", ("/dev/zero", 1, 1, "x" * 10**6))',
      { tests: [...TWO, 'import os\nassert f(3) == 6'] },
    ],
    'a group of errors of five thousand levels': [
      'e = ValueError("a")\nfor _ in range(5000): e = ExceptionGroup("g", [e])\nraise e',
      {
        tests: [
          ...TWO,
          ...ASKED,
          'import os\ntry:\n    f(1)\nexcept TypeError:\n    found = 6\nassert os.sep and found == 6',
        ],
      },
    ],
  }),
  ...programs({
    'imports what crashes': [
      'import test.crashers.bogus_code_obj\ndef f(x): return 6',
      { tests: ['assert f(3) == 7'] },
    ],
    'imports what runs as it is imported':
      'import os\nimport unittest.__main__, lib2to3.__main__, pip.__main__\ndef f(x): return 0',
    'imports what tests Python itself': 'import os\nimport test.autotest\ndef f(x): return 0',
    'takes longer to compile than anybody waits, for ten cells': [
      `import os\n${Array.from({ length: 2500 }, (_, line) => `y${line} = (${'lambda: '.repeat(80)}0)`).join('\n')}\ndef f(x): return 0`,
      { tests: Array.from({ length: 10 }, (_, index) => `assert f(${index}) == 6`), seconds: 24 },
    ],
    'overflows the compiler': `import os\nx = ${'-'.repeat(90_000)}1\ndef f(x): return 0`,
    'an error of escapes': `def f(x): raise ValueError("${ESCAPES}")`,
    'an error of ten million letters': 'def f(x): raise ValueError("x" * 10**7)',
    'a class of errors with a name of escapes': `def f(x): raise type("${ESCAPES.replace('\\x00', '').replace('\\ud800', '')}", (Exception,), {})("no")`,
    'an error whose text never ends':
      'class E(Exception):\n    def __str__(self):\n        while True: pass\ndef f(x): raise E()',
    'prints on standard error and ends': [
      `import sys\nsys.stderr.write("${ESCAPES}" * 10**5)\nsys.exit(3)`,
      { tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }] },
    ],
    'a value that doubles thirty times': [
      'def f(x):\n    v = []\n    for _ in range(30): v = [v, v]\n    return v',
      { tests: ['assert f(3) == f(3) == 6'] },
    ],
    'a value that holds itself': [
      'def f(x):\n    v = []\n    v.append(v)\n    return v',
      { tests: ['assert f(3) == 6', 'assert str(f(3)) == "6"', 'assert sorted(f(3)) == 6'] },
    ],
    'equal in all attributes, which are the test’s own': [
      'class P:\n    def __init__(self, v): self.v = v\ndef f(x): return P(x)',
      { tests: ['import os\nassert f(3) == f(6)', 'import os\nassert f(3) == 6', 'assert f(3).v == 6'] },
    ],
    'a script that leaves a child with its output': [
      'import os, time\nif os.fork() == 0:\n    os.setpgid(0, 0)\n    time.sleep(0.2)\n    print(6, flush=True)\n    time.sleep(60)\n',
      { tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }] },
    ],
  }),
];
