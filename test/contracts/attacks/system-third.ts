import { FIND_SOCKETS, type SystemAttack } from './system-attack.ts';

const HEAD = `import os, stat, struct, time, signal, sys, threading, resource, mmap, socket, fcntl
${FIND_SOCKETS}
`;
const inCall = (body: string, setup = '') =>
  `${HEAD}${setup}\ndef f(x):\n    ${body.replaceAll('\n', '\n    ')}\n    return None\n`;
const TWO = ['assert f(3) == 6', 'assert f(4) == 8'];
const ASKED = ['x = f(1)\nassert f(x) == 7'];

/** The second round, of readers of the runner's code: signals, memory, time, descriptors, answers and words. */
export const systemThird: readonly SystemAttack[] = [
  {
    name: 'has signals written to its judge',
    code: inCall(
      'for fd in sockets():\n    os.set_blocking(fd, False)\n    signal.set_wakeup_fd(fd, warn_on_full_buffer=False)\nsignal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)\nwhile True: pass',
    ),
    tests: TWO,
  },
  {
    name: 'has a traceback written to its judge when it crashes',
    code: inCall('import faulthandler\nfor fd in sockets(): faulthandler.enable(file=fd)\nos.abort()'),
    tests: TWO,
  },
  {
    name: 'has tracebacks written to its judge again and again',
    code: inCall(
      'import faulthandler\nfor fd in sockets(): faulthandler.dump_traceback_later(0.001, repeat=True, file=fd)\ntime.sleep(9)',
    ),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'goes on as another program that keeps its socket',
    code: inCall(
      'for fd in sockets(): os.set_inheritable(fd, True)\nos.execv(sys.executable, [sys.executable, "-S", "-c", "import time\\nwhile True: time.sleep(1)"])',
    ),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'puts nothing in the place of every descriptor',
    code: inCall('null = os.open("/dev/null", os.O_RDWR)\nfor fd in range(0, 64): os.dup2(null, fd)\ntime.sleep(9)'),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'puts a socket of its own in the place of its judge’s',
    code: inCall(
      'a, b = socket.socketpair()\nfor fd in sockets():\n    if fd not in (a.fileno(), b.fileno()): os.dup2(a.fileno(), fd)\nb.send(b"x" * 1000)\nreturn 6',
    ),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'drips its answer byte by byte',
    code: inCall(
      'frame = struct.pack("<IIQ", 0, 10**6, 0) + bytes(10**6)\nfds = sockets()\nfor at in range(len(frame)):\n    for fd in fds: os.write(fd, frame[at:at+1])\n    time.sleep(0.01)',
    ),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'reads away what its judge asks',
    code: inCall(
      'for fd in sockets():\n    os.set_blocking(fd, False)\n    threading.Thread(target=lambda fd=fd: [os.read(fd, 1 << 16) for _ in iter(int, 1)], daemon=True).start()\ntime.sleep(0.05)',
    ),
    tests: ASKED,
    seconds: 6,
  },
  {
    name: 'stacks of a hundred threads',
    code: inCall(
      'threading.stack_size(32 << 20)\ndef deep():\n    sys.setrecursionlimit(10**6)\n    def g(n): return g(n - 1) if n else time.sleep(1)\n    g(20000)\nfor _ in range(100):\n    try: threading.Thread(target=deep, daemon=True).start()\n    except RuntimeError: break\ntime.sleep(0.5)',
    ),
    seconds: 6,
  },
  {
    name: 'thirty children that hold as much as one may',
    code: inCall(
      'kids = []\nfor _ in range(30):\n    pid = os.fork()\n    if pid == 0:\n        held = b"x" * (60 << 20)\n        time.sleep(5)\n        os._exit(0)\n    kids.append(pid)\ntime.sleep(0.4)\nif all(os.waitpid(pid, os.WNOHANG)[0] == 0 for pid in kids): return 6',
    ),
    seconds: 6,
  },
  {
    name: 'pipes made larger, full of bytes',
    code: inCall(
      'held = []\ntry:\n    for _ in range(110):\n        r, w = os.pipe()\n        try: fcntl.fcntl(w, 1031, 1 << 20)\n        except OSError: pass\n        os.set_blocking(w, False)\n        try: os.write(w, bytes(1 << 20))\n        except OSError: pass\n        held.append((r, w))\nexcept OSError: pass\ntime.sleep(0.3)',
    ),
    seconds: 6,
  },
  {
    name: 'a limit of its own that ends it by a signal',
    code: inCall(
      'signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_CPU, (1, resource.getrlimit(resource.RLIMIT_CPU)[1]))\nwhile True: pass',
    ),
    tests: TWO,
  },
  {
    name: 'works on after its answer, in a child that left the group',
    code: inCall('if os.fork() == 0:\n    os.setpgid(0, 0)\n    while True: pass\nreturn 0'),
    tests: ['assert f(3) == 6', 'assert f(4) == 8', 'x = f(1)\nassert f(x) == 6'],
    seconds: 5,
  },
  {
    name: 'slots without an end',
    code: inCall('import itertools\nclass A: pass\nA.__slots__ = itertools.repeat("a")\nreturn A()'),
    tests: ASKED,
  },
  {
    name: 'a name of a module that takes for ever to write',
    code: inCall(
      'class S:\n    def __str__(self):\n        while True: pass\nA = type("A", (Exception,), {"__module__": S()})\nraise A("no")',
    ),
    tests: [...TWO, ...ASKED],
    seconds: 5,
  },
  {
    name: 'an error with a hundred thousand causes',
    code: inCall(
      'e = ValueError("a")\nfor _ in range(10**5):\n    n = ValueError("a")\n    n.__cause__ = e\n    e = n\nraise e',
    ),
    tests: [...TWO, ...ASKED],
  },
  {
    name: 'an error about text that never was',
    code: inCall(
      'e = UnicodeDecodeError("utf-8", b"x", 0, 1, "r")\ne.start, e.end = -10**9, 10**9\ne.object = b""\nraise e',
    ),
    tests: [...TWO, ...ASKED],
  },
  {
    name: 'an error of syntax in a file without an end',
    code: inCall('raise SyntaxError("no", ("/dev/zero", 1, 1, "x" * 10**6))'),
    tests: [...TWO, 'import os\nassert f(3) == 6'],
  },
  {
    name: 'a group of errors of five thousand levels',
    code: inCall('e = ValueError("a")\nfor _ in range(5000): e = ExceptionGroup("g", [e])\nraise e'),
    tests: [
      ...TWO,
      ...ASKED,
      'import os\ntry:\n    f(1)\nexcept TypeError:\n    found = 6\nassert os.sep and found == 6',
    ],
  },
  {
    name: 'asks its test back without an end',
    code: 'def f(x): return x(x) if callable(x) else 0',
    tests: ['import os\ndef g(h): return f(g)\nassert f(g) == 6 and os.sep', 'assert f(lambda g: f(g)) == 6'],
    seconds: 6,
  },
  {
    name: 'an attribute that is another each time',
    code: inCall(
      'class A:\n    def __getattr__(self, name): return A()\n    def __call__(self, *a): return A()\n    def __iter__(self): return iter(int, 1)\nreturn A()',
    ),
    tests: [
      'import os\nx = f(1)\nassert list(x) == 6',
      'x = f(1)\nassert sum(x) == 6',
      'import os\nassert f(1).a.b.c().d == 6',
    ],
    seconds: 9,
  },
  {
    name: 'equal in all attributes, which are the test’s own',
    code: 'class P:\n    def __init__(self, v): self.v = v\ndef f(x): return P(x)',
    tests: ['import os\nassert f(3) == f(6)', 'import os\nassert f(3) == 6', 'assert f(3).v == 6'],
  },
  {
    name: 'a script that leaves a child with its output',
    code: 'import os, time\nif os.fork() == 0:\n    os.setpgid(0, 0)\n    time.sleep(0.2)\n    print(6, flush=True)\n    time.sleep(60)\n',
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }],
    seconds: 5,
  },
  {
    name: 'a script that takes its output apart',
    code: 'import os\nos.ftruncate(1, 60 << 20)\nos.lseek(1, 0, 2)\nos.write(1, b"6")\n',
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }],
    seconds: 6,
  },
];
