import { FIND_SOCKETS, type SystemAttack } from './system-attack.ts';

const HEAD = `import os, stat, struct, time, signal, sys, threading, resource, mmap, socket, fcntl, ctypes, errno, select
${FIND_SOCKETS}
def libc(): return ctypes.CDLL(None, use_errno=True)
`;
const inCall = (body: string, setup = '') =>
  `${HEAD}${setup}\ndef f(x):\n    ${body.replaceAll('\n', '\n    ')}\n    return None\n`;
const TWO = ['assert f(3) == 6', 'assert f(4) == 8'];
const ASKED = ['x = f(1)\nassert f(x) == 7'];
/** Writes one frame of an answer to every socket, and ends. */
const saying = (data: string) =>
  inCall(`data = ${data}
frame = struct.pack("<IIQ", 0, len(data), 0) + data
for fd in sockets():
    try:
        view = memoryview(frame)
        while view: view = view[os.write(fd, view):]
    except OSError: pass
os._exit(0)`);
const said = (name: string, data: string, tests = ['assert f(3) == 6']): SystemAttack => ({
  name,
  code: saying(data),
  tests,
  cpuMs: 3000,
});

/** The third round: codec, processes, memory, time, descriptors and tests, of a reader who did not write what repaired them. */
export const systemFourth: readonly SystemAttack[] = [
  // Signals and processes.
  {
    name: 'owns its socket by an ioctl, and asks for signals',
    code: inCall(
      'for fd in sockets():\n    for request in (0x8901, 0x8902):\n        for pid in (os.getppid(), 1, -1):\n            try: fcntl.ioctl(fd, request, struct.pack("i", pid))\n            except OSError: pass\n    try: fcntl.ioctl(fd, 0x5452, struct.pack("i", 1))\n    except OSError: pass\n    os.write(fd, b"x")',
    ),
    tests: TWO,
  },
  {
    name: 'has a child of its parent by clone',
    code: inCall(
      'n = 56 if os.uname().machine == "x86_64" else 220\nif libc().syscall(n, 0x8000 | 17, 0, 0, 0, 0) == 0:\n    while True: pass\ntime.sleep(0.05)',
    ),
    tests: TWO,
  },
  {
    name: 'makes a thread that no process has',
    code: inCall(
      'n = 56 if os.uname().machine == "x86_64" else 220\nfor flags in (0x00010000, 0x10000000, 0x20000000, 0x40000000, 0x02000000):\n    if libc().syscall(n, flags | 17, 0, 0, 0, 0) == 0: os._exit(0)',
    ),
    tests: TWO,
  },
  {
    name: 'asks for the new clone',
    code: inCall(
      'args = struct.pack("<8Q", 0x8000, 0, 0, 0, 17, 0, 0, 0)\nif libc().syscall(435, args, 64) == 0: os._exit(0)\ntime.sleep(0.01)',
    ),
    tests: TWO,
  },
  {
    name: 'has timers that signal threads of others',
    code: inCall(
      'event = struct.pack("<QiiiI", 0, 9, 4, os.getppid(), 0) + bytes(40)\ntimer = ctypes.c_int()\nlibc().syscall(222, 0, event, ctypes.byref(timer))\ntime.sleep(0.05)',
    ),
    tests: TWO,
  },
  {
    name: 'sends what is out of order to its judge',
    code: inCall(
      'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for _ in range(100):\n        try: s.send(b"x" * 100, socket.MSG_OOB)\n        except OSError: break\ntime.sleep(0.05)',
    ),
    tests: TWO,
  },
  {
    name: 'sends its judge descriptors without an end',
    code: inCall(
      'r, w = os.pipe()\nfds = struct.pack("250i", *[r] * 250)\nfor fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for _ in range(500):\n        try: s.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)], socket.MSG_DONTWAIT)\n        except OSError: break',
    ),
    tests: TWO,
  },
  {
    name: 'sends its judge its own socket',
    code: inCall(
      'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for _ in range(200):\n        try: s.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", fd))], socket.MSG_DONTWAIT)\n        except OSError: break\nos._exit(0)',
    ),
    tests: TWO,
  },
  {
    name: 'stops itself while its judge sends much',
    code: inCall(
      'if not isinstance(x, list):\n    def stop():\n        time.sleep(0.02)\n        os.kill(os.getpid(), signal.SIGSTOP)\n    threading.Thread(target=stop, daemon=True).start()\n    return 0',
    ),
    tests: ['x = f(0)\nassert f(list(range(250000))) == 7'],
    seconds: 6,
  },
  {
    name: 'hands a child what its judge sends',
    code: inCall(
      'if os.fork() == 0:\n    while True:\n        for fd in sockets():\n            try: os.read(fd, 1)\n            except OSError: os._exit(0)',
    ),
    tests: ASKED,
    seconds: 6,
  },
  {
    name: 'dies by every signal in turn',
    code: inCall(
      'for n in (4, 6, 7, 8, 11, 24, 25, 31):\n    if os.fork() == 0:\n        signal.signal(n, signal.SIG_DFL)\n        os.kill(os.getpid(), n)\nos.kill(os.getpid(), 31)',
    ),
    tests: TWO,
  },
  // Memory.
  {
    name: 'locks on ranges of a file',
    code: inCall(
      'with open("/tmp/l", "wb+") as file:\n    for n in range(300000):\n        try: fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, n * 2)\n        except OSError: break',
    ),
    tests: TWO,
  },
  {
    name: 'names that are not there, without an end',
    code: inCall('n = 0\nwhile True:\n    n += 1\n    try: os.stat("/tmp/%d" % n)\n    except OSError: pass'),
    tests: TWO,
  },
  {
    name: 'watches of watches',
    code: inCall(
      'fds = []\ntry:\n    while True:\n        e = select.epoll()\n        for other in fds[-200:]: e.register(other)\n        fds.append(e)\nexcept OSError: pass',
    ),
    tests: TWO,
  },
  {
    name: 'files that have no name any more',
    code: inCall(
      'held = []\ntry:\n    while True:\n        held.append(open("/tmp/gone", "wb"))\n        os.unlink("/tmp/gone")\n        held[-1].write(bytes(1 << 20))\n        held[-1].flush()\nexcept OSError: pass',
    ),
    tests: TWO,
    seconds: 5,
  },
  {
    name: 'pages of a map that holds nothing',
    code: inCall(
      'maps = []\ntry:\n    while True:\n        m = mmap.mmap(-1, 1 << 21, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n        m[::4096] = b"x" * 512\n        maps.append(m)\nexcept (OSError, ValueError): return 6 if len(maps) > 128 else 0',
    ),
    tests: TWO,
  },
  {
    name: 'an environment and arguments as large as may be',
    code: inCall(
      'for _ in range(20):\n    if os.fork() == 0:\n        try: os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(9)"] + ["x" * 100000] * 15, {})\n        except OSError: os._exit(0)\ntime.sleep(0.3)',
    ),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'integers that square themselves',
    code: 'def f(x):\n    n = 7\n    while True: n *= n',
    tests: TWO,
  },
  {
    name: 'texts that double themselves as they are formatted',
    code: 'def f(x):\n    return "%0999999999d" % 1',
    tests: TWO,
  },
  // Time.
  {
    name: 'sleeps in many short naps',
    code: inCall('while True: time.sleep(0.0005)'),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'waits for a lock that nobody gives',
    code: inCall('lock = threading.Lock()\nlock.acquire()\nlock.acquire()'),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'waits in a child made like a thread',
    code: inCall('pid = os.fork()\nif pid == 0:\n    while True: pass\nos.waitpid(pid, 0)'),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'runs children that end before anybody looks',
    code: inCall(
      'while True:\n    pid = os.fork()\n    if pid == 0:\n        for _ in range(20000): pass\n        os._exit(0)\n    os.waitpid(pid, 0)',
    ),
    tests: TWO,
    seconds: 6,
    cpuMs: 4000,
  },
  {
    name: 'an expression of patterns that never ends',
    code: 'import re\ndef f(x): return re.match("(a*)*b", "a" * 40)',
    tests: TWO,
  },
  {
    name: 'a sort whose keys sort',
    code: 'class K:\n    def __init__(self, v): self.v = v\n    def __lt__(self, other): return sorted([K(self.v), K(other.v)]) is None\ndef f(x): return sorted([K(1), K(2)])',
    tests: TWO,
  },
  {
    name: 'is slow to be collected',
    code: 'class D:\n    def __del__(self):\n        while True: pass\ndef f(x): return D()',
    tests: [...TWO, 'x = f(1)\nassert x == 7'],
    seconds: 8,
  },
  {
    name: 'prepares for ever at its end',
    code: 'import atexit, threading\n@atexit.register\ndef late():\n    while True: pass\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\ndef f(x): return 1',
    tests: TWO,
    seconds: 6,
  },
  // Descriptors and frames.
  {
    name: 'a mark of readiness again, and nothing else',
    code: inCall(
      'for fd in sockets():\n    try: os.write(fd, struct.pack("<IIQ", 0xFFFFFFFF, 1, 0) + b"s")\n    except OSError: pass\ntime.sleep(0.01)',
    ),
    tests: TWO,
  },
  {
    name: 'an answer to another cell first',
    code: inCall(
      'for fd in sockets():\n    for n in (1, 0, 1):\n        try: os.write(fd, struct.pack("<IIQ", n, 4, 0) + b"vi6;")\n        except OSError: pass\nos._exit(0)',
    ),
    tests: TWO,
    honest: [],
  },
  {
    name: 'claims that its time began in the future',
    code: inCall(
      'for fd in sockets():\n    try: os.write(fd, struct.pack("<IIQ", 0, 4, 2**64 - 1) + b"vi7;")\n    except OSError: pass\nwhile True: pass',
    ),
    tests: TWO,
    seconds: 4,
    cpuMs: 2500,
  },
  {
    name: 'a socket that is as slow as may be',
    code: inCall(
      'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF): s.setsockopt(socket.SOL_SOCKET, option, 1)\nreturn "x" * 300000',
    ),
    tests: [...TWO, 'x = f(1)\nassert f(x) == 7'],
    seconds: 8,
  },
  {
    name: 'a filter on its own socket',
    code: inCall(
      'prog = struct.pack("HBBI", 6, 0, 0, 0)\nbuf = ctypes.create_string_buffer(prog)\nfor fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    try: s.setsockopt(socket.SOL_SOCKET, 26, struct.pack("HxxxxxxP", 1, ctypes.addressof(buf)))\n    except OSError: pass',
    ),
    tests: [...TWO, ...ASKED],
    seconds: 6,
  },
  {
    name: 'reads what its judge says, and answers it by hand',
    code: inCall(
      'for fd in sockets():\n    try:\n        os.set_blocking(fd, False)\n        data = os.read(fd, 1 << 20)\n        os.write(fd, data)\n    except OSError: pass',
    ),
    tests: [...TWO, ...ASKED],
    seconds: 6,
  },
  // The codec.
  said('a set that holds its own members’ sum', 'b"v{" + b"".join(b"i%x;" % n for n in range(190000)) + b"}"'),
  said('a dict of dicts of one key', 'b"v" + b"di1;" * 160 + b"N" + b";" * 160'),
  said('a reference to what is not there yet', 'b"v[r0;r1;[r3;]]"'),
  said('a key that refers to a list', 'b"v[[]{r1;}]"'),
  said('a list that is its own key’s value', 'b"vd(i1;)r0;;"'),
  said('counts that are no numbers', 'b"vxCounter:((s1:ax constant:s8:Ellipsis))"'),
  said('an ordered map with two equal keys', 'b"vxOrderedDict:((s1:ai1;)(s1:ai6;))"'),
  said('a deque of minus one', 'b"vxdeque:(()i-1;)"'),
  said('a slice of slices', 'b"v" + b"xslice:(" * 140 + b"NNN" + b")NN" * 0 + b")" * 140'),
  said('a record with the fields of a tuple', 'b"vxnamedtuple:(s1:P(s5:counts5:index)(i6;i6;))"'),
  said('a record of its own class', 'b"vxnamedtuple:(s5:tuple()())"'),
  said('a date before all', 'b"vxdate:(i0;i0;i0;)"'),
  said('a fraction of nothing', 'b"vxFraction:(i6;i0;)"'),
  said('a number that signals', 'b"vxDecimal:(i0;()s1:N)"'),
  said('a number of many digits that are no digits', 'b"vxDecimal:(i0;(" + b"i63;" * 4000 + b")i0;)"'),
  said('a view of bytes as a key', 'b"v{xmemoryview:b1:6}"'),
  said('a float of words', 'b"vfinfinity;"'),
  said('a float that is written otherwise', 'b"vf6_0;"'),
  said('a number in other digits', 'b"vi\\xd9\\xa6;"'),
  said('a text of half a character', 'b"vs3:\\xed\\xa0\\x80"'),
  said('a type that is a warning', 'b"vxtype:s14:UnicodeWarning"'),
  said('a module that is a number', 'b"mi6;"'),
  said('an error that is no class', 'b"e([(s8:builtinss3:int)])s1:6"'),
  said('an error without a class', 'b"e([])N"'),
  said('an error of a million names', 'b"e([" + b"(s1:as1:b)" * 199000 + b"]s1:x)"'),
  said('an error that is the end of all', 'b"e([(s8:builtinss13:GeneratorExit)(s8:builtinss13:BaseException)]s0:)"'),
  // Tests that the judge interprets.
  ...[
    'a = [0] * 1000\nfor i in range(1000):\n    a[i] = a\nassert a != a or not str(a)',
    's = "a"\nwhile True:\n    s = f"{s}{s}"',
    'd = {}\nfor i in range(10**6):\n    d[i] = [d]\nassert d != d',
    'x = 3\nwhile x:\n    x = x * x % 10**4000 + 1',
    'assert sorted([[i] * 100 for i in range(5000)] * 3, key=lambda v: [v, v]) == 1',
    'assert "%s" % ([[1] * 1000] * 1000,) == 1',
    'g = (i for i in range(10**7))\nassert sum(1 for _ in g if f(3)) == 1',
    'assert {frozenset(range(i)) for i in range(3000)} == 1',
    'assert ("a" * 10**6).replace("a", "b" * 10**3) == 1',
    'assert "a" * 99999 in "a" * 99998 + "b" + "a" * 99998',
    'def g(n): return [g(n - 1), g(n - 1)] if n else f(1)\nassert g(20) == 1',
    'assert int("9" * 3999) ** 9 % 7 == 1',
    'assert round(10**300 / 3, -299) == 1 or format(2**30000, ",d") == 1',
    'assert list(zip(*[iter(range(10**6))] * 1000)) == 1',
    'x = [f(i) for i in range(300)]\nassert x == 1',
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
