import { beside, cost, DESCRIPTORS, does, programs, type SystemAttack } from './system-attack.ts';

/** Tests that cost, wait, or reach for what is not theirs. */
export const costlyTests: readonly SystemAttack[] = [
  ...does({
    'pipes made larger, full of bytes':
      'held = []\ntry:\n    for _ in range(110):\n        r, w = os.pipe()\n        try: fcntl.fcntl(w, 1031, 1 << 20)\n        except OSError: pass\n        os.set_blocking(w, False)\n        try: os.write(w, bytes(1 << 20))\n        except OSError: pass\n        held.append((r, w))\nexcept OSError: pass\ntime.sleep(0.3)',
  }),
  ...cost({
    'a width by a star': "'%*d' % (10 ** 9, 1)",
    'tabs a thousand million wide': "'\\t'.expandtabs(10 ** 9)",
    'a text between all characters': "a = 'x' * 10 ** 5\na.replace('', a)",
  }),
  ...programs({
    'sleeps in each of a hundred calls that depend on one another': [
      'import time\ndef f(x):\n    time.sleep(1.5)\n    return x + 1\n',
      { tests: ['x = 0\nfor i in range(100):\n    x = f(x)\nassert x == 100'] },
    ],
    'a test that sleeps': [
      'def f(x): return 6',
      { tests: ['import time\ntime.sleep(60)\nassert f(3) == 6'], seconds: 10 },
    ],
    'a test that stops itself': [
      'def f(x): return 6',
      { tests: ['import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\nassert f(3) == 6'], seconds: 10 },
    ],
    'a test that forks for ever': [
      'def f(x): return 6',
      {
        tests: [
          'import os, time\nwhile True:\n    try:\n        if os.fork() == 0: time.sleep(60)\n    except OSError: time.sleep(0.01)',
        ],
        seconds: 10,
      },
    ],
    'a test holds two sockets': ['def f(x): return 0', { tests: [beside(`${DESCRIPTORS}\nfound = found[2:]`)] }],
    'a test that says nothing that can be read': [
      'def f(x): return 0',
      {
        tests: [
          'import os\nfor fd in range(3, 64):\n    try: os.write(fd, b"\\xff" * 4000)\n    except OSError: pass\nos._exit(0)',
        ],
      },
    ],
    'a test of one enormous constant': [
      'def f(x): return 0',
      {
        tests: [
          'assert f(1) == 10 ** 10 ** 8',
          'assert f("a" * 10**10) == 6',
          'assert f(1 << 10**9) == 6',
          'assert f([0] * 10**10) == 6',
          `assert f(1) == ${'9'.repeat(60_000)}`,
        ],
        seconds: 10,
      },
    ],
  }),
  ...[
    'assert sorted([[i] * 100 for i in range(5000)] * 3, key=lambda v: [v, v]) == 1',
    'assert "%s" % ([[1] * 1000] * 1000,) == 1',
    'assert {frozenset(range(i)) for i in range(3000)} == 1',
    'assert ("a" * 10**6).replace("a", "b" * 10**3) == 1',
    'assert list(zip(*[iter(range(10**6))] * 1000)) == 1',
  ].map((text, index) => ({
    name: `a costly test, ${index + 1}`,
    code: 'def f(x): return 1',
    tests: [text, 'assert f(3) == 1'],
    honest: [1],
    right: [1],
    seconds: 6,
    cpuMs: 6000,
  })),
];
