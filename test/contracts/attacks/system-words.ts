import type { SystemAttack } from './system-attack.ts';

const ESCAPES = '\\x1b]0;owned\\x07\\x1b[2J<img src=x onerror=alert(1)>|`\\ud800\\x00\\n# head\\r\\u202e';
/** In a test: finds the runner's own functions and says its verdict itself. */

/** Programs and tests whose words are to break what reads them. */
export const systemWords: readonly SystemAttack[] = [
  { name: 'an error of escapes', code: `def f(x): raise ValueError("${ESCAPES}")` },
  { name: 'an error of ten million letters', code: 'def f(x): raise ValueError("x" * 10**7)' },
  {
    name: 'a class of errors with a name of escapes',
    code: `def f(x): raise type("${ESCAPES.replace('\\x00', '').replace('\\ud800', '')}", (Exception,), {})("no")`,
  },
  {
    name: 'an error whose text is an error',
    code: 'class E(Exception):\n    def __str__(self): raise self\ndef f(x): raise E()',
  },
  {
    name: 'an error whose text never ends',
    code: 'class E(Exception):\n    def __str__(self):\n        while True: pass\ndef f(x): raise E()',
  },
  {
    name: 'an error with a million ancestors in its group',
    code: 'def f(x):\n    raise ExceptionGroup("a", [ValueError(n) for n in range(10**5)])',
  },
  {
    name: 'prints on standard error and ends',
    code: `import sys\nsys.stderr.write("${ESCAPES}" * 10**5)\nsys.exit(3)`,
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }],
  },
  {
    name: 'prints more than is kept',
    code: 'import os\nfor _ in range(70): os.write(1, bytes(1 << 20))',
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }],
  },
  {
    name: 'closes its output and reads its input for ever',
    code: 'import os\nos.close(1)\nos.close(2)\nwhile True:\n    os.lseek(0, 0, 0)\n    os.read(0, 9)',
    tests: [{ kind: 'stdio', stdin: 'x', expectedStdout: '6' }],
  },
  { name: 'a value of many levels', code: 'def f(x):\n    v = []\n    for _ in range(10**5): v = [v]\n    return v' },
  {
    name: 'a value that doubles thirty times',
    code: 'def f(x):\n    v = []\n    for _ in range(30): v = [v, v]\n    return v',
    tests: ['assert f(3) == f(3) == 6'],
  },
  {
    name: 'a value that holds itself',
    code: 'def f(x):\n    v = []\n    v.append(v)\n    return v',
    tests: ['assert f(3) == 6', 'assert str(f(3)) == "6"', 'assert sorted(f(3)) == 6'],
  },
  {
    name: 'a number of ten million digits',
    code: 'def f(x): return 1 << (10**7 * 3)',
    tests: ['assert f(3) == 6', 'assert str(f(3)) == "6"', 'assert f(3) % 1000 == 6', 'assert f(3) ** f(3) == 6'],
  },
  {
    name: 'a test that says nothing that can be read',
    code: 'def f(x): return 0',
    tests: [
      'import os\nfor fd in range(3, 64):\n    try: os.write(fd, b"\\xff" * 4000)\n    except OSError: pass\nos._exit(0)',
    ],
  },
  {
    name: 'a program that answers its test with noise',
    code: 'import os\ndef f(x):\n    for fd in range(3, 64):\n        try: os.write(fd, b"\\x09\\x00\\x00\\x00" + b"v(((((((((" * 999)\n        except OSError: pass\n    return 0',
    tests: ['x = f(1)\nassert f(x) == 6', 'import os\nassert f(3) == 6', 'assert f(3) == 6'],
  },
  {
    name: 'a test of six hundred terms',
    code: 'def f(x): return 0',
    tests: [
      `assert f(1) == ${Array(3000).fill('1').join(' + ')}`,
      `assert f(1) == ${'-'.repeat(3000)}1`,
      `assert f(1) == ${'('.repeat(150)}1${')'.repeat(150)}`,
      `assert f(1) == ${'[0]'.repeat(900)}`,
    ],
  },
  {
    name: 'a test of one enormous constant',
    code: 'def f(x): return 0',
    tests: [
      'assert f(1) == 10 ** 10 ** 8',
      'assert f("a" * 10**10) == 6',
      'assert f(1 << 10**9) == 6',
      'assert f([0] * 10**10) == 6',
      `assert f(1) == ${'9'.repeat(60_000)}`,
    ],
    seconds: 10,
  },
];
