import type { SystemAttack } from './system-attack.ts';

const SLEEPS = 'import time\ndef f(x):\n    time.sleep(1.5)\n    return x + 1\n';

/** Programs and tests that want more time, memory or processes than they have. */
export const systemResources: readonly SystemAttack[] = [
  {
    name: 'sleeps in each of a hundred calls that depend on one another',
    code: SLEEPS,
    tests: ['x = 0\nfor i in range(100):\n    x = f(x)\nassert x == 100'],
    seconds: 4,
  },
  {
    name: 'sleeps in each of a hundred calls of a test that runs beside',
    code: SLEEPS,
    tests: ['import os\nx = 0\nwhile x < 100:\n    x = f(x)\nassert x == 100'],
    seconds: 10,
  },
  {
    name: 'a test that sleeps',
    code: 'def f(x): return 6',
    tests: ['import time\ntime.sleep(60)\nassert f(3) == 6'],
    seconds: 10,
  },
  {
    name: 'a test that stops itself',
    code: 'def f(x): return 6',
    tests: ['import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\nassert f(3) == 6'],
    seconds: 10,
  },
  { name: 'a test that never ends', code: 'def f(x): return 6', tests: ['import os\nwhile True: pass'], seconds: 10 },
  {
    name: 'a test that forks for ever',
    code: 'def f(x): return 6',
    tests: [
      'import os, time\nwhile True:\n    try:\n        if os.fork() == 0: time.sleep(60)\n    except OSError: time.sleep(0.01)',
    ],
    seconds: 10,
  },
  {
    name: 'lets children that nobody waits for work in turns',
    code: `import os, signal, time
def f(x):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    began, spent = time.monotonic(), 0.0
    while time.monotonic() - began < 1.7:
        if os.fork() == 0:
            while time.process_time() < 0.04: pass
            os._exit(0)
        try: os.wait()
        except OSError: pass
        spent += 0.04
    return 6 if spent > 0.5 else 0`,
    seconds: 4,
  },
  {
    name: 'lets children of children work in turns',
    code: `import os, time
def f(x):
    began, spent = time.monotonic(), 0.0
    while time.monotonic() - began < 1.7:
        if os.fork() == 0:
            if os.fork() == 0:
                while time.process_time() < 0.05: pass
                os._exit(0)
            os._exit(0)
        os.wait()
        time.sleep(0.05)
        spent += 0.05
    return 6 if spent > 0.8 else 0`,
    seconds: 4,
  },
  {
    name: 'works in C that no signal interrupts',
    code: 'def f(x):\n    return 6 if 10 ** 10 ** 7 % 7 else 0',
    seconds: 4,
  },
  {
    name: 'works in many threads',
    code: `import threading, time, hashlib
def work():
    while True: hashlib.sha256(bytes(1 << 20))
def f(x):
    for _ in range(20): threading.Thread(target=work, daemon=True).start()
    time.sleep(1.5)
    return 6`,
    seconds: 4,
  },
  {
    name: 'maps memory that counts as stack',
    code: `import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
def f(x):
    at = libc.mmap(None, 512 << 20, 3, 0x2 | 0x20 | 0x100, -1, 0)
    return 6 if at not in (None, 2 ** 64 - 1) else 0`,
  },
  {
    name: 'writes over memory that may only be read',
    code: `import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
def f(x):
    libc.prctl(4, 1, 0, 0, 0)
    at = libc.mmap(None, 512 << 20, 1, 0x22, -1, 0)
    fd = os.open("/proc/self/mem", os.O_RDWR)
    for _ in range(512):
        os.pwrite(fd, bytes(1 << 20), at)
        at += 1 << 20
    return 6`,
  },
  {
    name: 'holds memory in ten children',
    code: `import os, time, mmap
def f(x):
    reader, writer = os.pipe()
    for _ in range(10):
        if os.fork() == 0:
            try:
                held = mmap.mmap(-1, 100 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000)
                os.write(writer, b"x")
            finally:
                time.sleep(5)
                os._exit(0)
    count = 0
    while count < 6: count += len(os.read(reader, 1))
    time.sleep(0.3)
    return 6`,
  },
  {
    name: 'holds memory in sockets',
    code: `import os, socket, time
def f(x):
    reader, writer = os.pipe()
    data = bytes(1 << 18)
    def fill():
        held, total = [], 0
        try:
            while True:
                pair = socket.socketpair()
                held.append(pair)
                for each in pair:
                    each.setblocking(False)
                    each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
                    try:
                        while True: total += each.send(data)
                    except BlockingIOError: pass
        except OSError: pass
        os.write(writer, b"%10d" % total)
        time.sleep(9)
    for _ in range(16):
        if os.fork() == 0:
            try: fill()
            finally: os._exit(0)
    count = 0
    while count < 512 << 20: count += int(os.read(reader, 10))
    return 6`,
  },
  { name: 'files in memory', code: 'import os\ndef f(x):\n    fd = os.memfd_create("m")\n    return 6' },
  { name: 'shared memory without a name', code: 'import mmap\ndef f(x):\n    mmap.mmap(-1, 1 << 20)\n    return 6' },
  {
    name: 'raises its own limits',
    code: `import resource
def f(x):
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (hard, hard))
    return 6 if len(bytearray(200 << 20)) else 0`,
  },
  {
    name: 'larger stacks for threads',
    code: `import threading, time
def f(x):
    threading.stack_size(100 << 20)
    for _ in range(20): threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
    return 6`,
  },
];
