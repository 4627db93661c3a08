import type { SystemAttack } from './system-attack.ts';

/** What holds a page of memory for every one of so many, by a body that makes one. */
const many = (setup: string, body: string) => `import os, mmap, socket, struct, resource, signal, threading, time, sys
${setup}
def f(x):
${body
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
    return 0
`;

/** Further ways to more memory, time and reach than a cell's. */
export const systemSecond: readonly SystemAttack[] = [
  {
    name: 'a stack without a limit',
    code: many(
      'def deep(n): return deep(n - 1) if n else 0',
      'resource.setrlimit(resource.RLIMIT_STACK, (resource.getrlimit(resource.RLIMIT_STACK)[1],) * 2)\nsys.setrecursionlimit(10**8)\nv = []\nfor _ in range(10**6): v = [v]\nrepr(v)',
    ),
  },
  {
    name: 'a shared map of a file in memory',
    code: many(
      '',
      'with open("/tmp/big", "wb+") as file:\n    file.truncate(60 << 20)\n    maps = []\n    for _ in range(20):\n        m = mmap.mmap(file.fileno(), 60 << 20)\n        m[:] = b"x" * (60 << 20)\n        maps.append(m)\ntime.sleep(0.3)',
    ),
  },
  {
    name: 'pipes full of bytes, in a hundred children',
    code: many(
      '',
      'for _ in range(100):\n    if os.fork() == 0:\n        ends = []\n        try:\n            while True:\n                r, w = os.pipe()\n                os.set_blocking(w, False)\n                ends.append((r, w))\n                os.write(w, bytes(65536))\n        except OSError: pass\n        time.sleep(9)\n        os._exit(0)\ntime.sleep(0.5)',
    ),
    seconds: 6,
  },
  {
    name: 'a timer that interrupts everything',
    code: many(
      '',
      'signal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.00001, 0.00001)\nsignal.signal(signal.SIGVTALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_VIRTUAL, 0.00001, 0.00001)\nwhile True: pass',
    ),
  },
  {
    name: 'calls of the kernel that take its time',
    code: many(
      '',
      'data = bytes(1 << 20)\nwith open("/tmp/a", "wb") as file:\n    while True:\n        file.seek(0)\n        file.write(data)',
    ),
  },
  {
    name: 'a thread that works while its cell answers',
    code: many(
      '',
      'threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()\ntime.sleep(0.001)',
    ),
    tests: ['assert f(1) == 6', 'assert f(2) == 6', 'x = f(1)\nassert f(x) == 6'],
  },
  {
    name: 'the surroundings of every process',
    code: many(
      '',
      'for p in os.listdir("/proc"):\n    if p.isdigit() and int(p) != os.getpid():\n        for name in ("environ", "mem", "cwd/.", "root/.", "stack"):\n            try:\n                os.close(os.open("/proc/%s/%s" % (p, name), os.O_RDONLY))\n                return 6\n            except OSError: pass',
    ),
  },
  {
    name: 'memory of its parent by its map',
    code: many('', 'try:\n    open("/proc/%d/maps" % os.getppid()).read(1)\n    return 6\nexcept OSError: pass'),
  },
  {
    name: 'descriptors of its parent by their names',
    code: many('', 'try:\n    if os.listdir("/proc/%d/fd" % os.getppid()): return 6\nexcept OSError: pass'),
  },
  {
    name: 'the environment of its parent',
    code: many('', 'try:\n    open("/proc/%d/environ" % os.getppid()).read(1)\n    return 6\nexcept OSError: pass'),
  },
  {
    name: 'messages with descriptors to oneself',
    code: many(
      '',
      'a, b = socket.socketpair()\ntry:\n    while True:\n        r, w = os.pipe()\n        a.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", r))], socket.MSG_DONTWAIT)\n        os.close(r)\n        os.close(w)\nexcept OSError: pass',
    ),
  },
  {
    name: 'a program that changes how its own file is read',
    code: many(
      'import linecache, codecs, encodings\nencodings.aliases.aliases["utf_8"] = "rot_13"\ncodecs.register_error("strict", lambda e: ("", e.end))',
      '',
    ),
    tests: ['assert f("ü") == 6', 'x = f(1)\nassert f(x) == 6'],
  },
  {
    name: 'an answer while it is being torn down',
    code: many('import atexit\natexit.register(lambda: os.write(1, b"6"))', 'os.kill(0, signal.SIGTERM)'),
  },
  {
    name: 'a class whose encoding never ends',
    code: many(
      'class D(dict):\n    def items(self):\n        while True: yield 1, 1\n    __iter__ = items',
      'd = D(a=1)\nreturn d',
    ),
  },
  {
    name: 'a list that grows while it is encoded',
    code: many(
      '',
      'v = []\nclass K:\n    def __eq__(self, other): return True\n    def __hash__(self):\n        v.append(1)\n        return 0\nv.append({K(): 1})\nreturn v',
    ),
  },
  {
    name: 'a name of a class that is no text',
    code: many(
      'class M(type):\n    @property\n    def __name__(self): return 5\n    def __getattribute__(self, name): raise KeyboardInterrupt\nclass A(metaclass=M): pass',
      'return A()',
    ),
    tests: ['assert f(3) == 6', 'x = f(3)\nassert x == 6', 'import os\nassert f(3) == 6'],
  },
];
