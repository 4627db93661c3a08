import { does, programs, type SystemAttack } from './system-attack.ts';

/** More memory, time, threads or kernel objects than a cell has. */
export const resourceAttacks: readonly SystemAttack[] = [
  ...does({
    'stops itself and its children':
      'import signal\nfor _ in range(20):\n    if os.fork() == 0:\n        os.kill(os.getpid(), signal.SIGSTOP)\nos.kill(os.getpid(), signal.SIGSTOP)',
    'a stack without a limit': [
      'resource.setrlimit(resource.RLIMIT_STACK, (resource.getrlimit(resource.RLIMIT_STACK)[1],) * 2)\nsys.setrecursionlimit(10**8)\nv = []\nfor _ in range(10**6): v = [v]\nrepr(v)',
      { setup: 'def deep(n): return deep(n - 1) if n else 0' },
    ],
    'a timer that interrupts everything':
      'signal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.00001, 0.00001)\nsignal.signal(signal.SIGVTALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_VIRTUAL, 0.00001, 0.00001)\nwhile True: pass',
    'calls of the kernel that take its time':
      'data = bytes(1 << 20)\nwith open("/tmp/a", "wb") as file:\n    while True:\n        file.seek(0)\n        file.write(data)',
    'watches of watches':
      'fds = []\ntry:\n    while True:\n        e = select.epoll()\n        for other in fds[-200:]: e.register(other)\n        fds.append(e)\nexcept OSError: pass',
    'pages of a map that holds nothing':
      'maps = []\ntry:\n    while True:\n        m = mmap.mmap(-1, 1 << 21, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n        m[::4096] = b"x" * 512\n        maps.append(m)\nexcept (OSError, ValueError): return 6 if len(maps) > 128 else 0',
    'an environment and arguments as large as may be':
      'for _ in range(20):\n    if os.fork() == 0:\n        try: os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(9)"] + ["x" * 100000] * 15, {})\n        except OSError: os._exit(0)\ntime.sleep(0.3)',
    'frees the memory of others':
      'for pid in (os.getppid(), 1):\n    fd = libc().syscall(434, pid, 0)\n    libc().syscall(448, fd, 0)\n    libc().syscall(440, fd, 0, 0, 4, 0)\n    libc().syscall(256, pid, 8, 0, 0)\n    libc().syscall(279, pid, 0, 0, 0, 0, 0)',
  }),
  ...programs({
    'lets children that nobody waits for work in turns': `import os, signal, time
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
    'lets children of children work in turns': `import os, time
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
    'maps memory that counts as stack': `import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
def f(x):
    at = libc.mmap(None, 512 << 20, 3, 0x2 | 0x20 | 0x100, -1, 0)
    return 6 if at not in (None, 2 ** 64 - 1) else 0`,
    'writes over memory that may only be read': `import ctypes, os
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
    'holds memory in ten children': `import os, time, mmap
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
    'prepares for ever at its end':
      'import atexit, threading\n@atexit.register\ndef late():\n    while True: pass\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\ndef f(x): return 1',
  }),
];
