import { FIND_SOCKETS, type SystemAttack } from './system-attack.ts';

const HEAD = `import os, stat, struct, time, signal, sys, threading, resource, mmap, socket, fcntl, ctypes, errno, select
${FIND_SOCKETS}
def libc(): return ctypes.CDLL(None, use_errno=True)
`;
const inCall = (body: string) => `${HEAD}\ndef f(x):\n    ${body.replaceAll('\n', '\n    ')}\n    return None\n`;
const cost = (name: string, ...lines: string[]): SystemAttack => ({
  name,
  code: 'def f(x): return x * 2',
  tests: [[...lines, 'assert f(3) == 7'].join('\n')],
  cpuMs: 2500,
});
/** Writes one frame of an answer to every socket, and ends. */
const said = (name: string, data: string): SystemAttack => ({
  name,
  code: inCall(`data = ${data}
frame = struct.pack("<IIQ", 0, len(data), 0) + data
for fd in sockets():
    try:
        view = memoryview(frame)
        while view: view = view[os.write(fd, view):]
    except OSError: pass
os._exit(0)`),
  cpuMs: 3000,
});
const does = (name: string, body: string): SystemAttack => ({ name, code: inCall(body), seconds: 6 });

/** The fourth round, of a reader who wrote none of the fixes: tests that cost, answers made up, and what the kernel lends. */
export const systemFifth: readonly SystemAttack[] = [
  cost('a width that another field says', "'{:>{}}'.format(1, 10 ** 9)"),
  cost('a width by a star', "'%*d' % (10 ** 9, 1)"),
  cost('a precision by a star', "'%.*f' % (10 ** 9, 1.5)"),
  cost('tabs a thousand million wide', "'\\t'.expandtabs(10 ** 9)"),
  cost('a number as a thousand million bytes', "(3).to_bytes(10 ** 9, 'big')"),
  cost('a text between all characters', "a = 'x' * 10 ** 5", "a.replace('', a)"),
  said('an int in other digits', 'b"vi" + "٦".encode() + b";"'),
  said('an int with a sign and nothing else', 'b"vi-;"'),
  said('an int with underscores', 'b"vi0_7;"'),
  said('a reference to what was never said', 'b"v[r99;]"'),
  said('a text longer than what follows', 'b"vs99999999:ab"'),
  said('a list as the key of a dict', 'b"v{[]i6;}"'),
  said('a decimal of digits that are none', 'b"vxDecimal:(i0;(iff;i6;)i0;)"'),
  said('a date before all dates', 'b"vxdate:(i0;i0;i0;)"'),
  said('a time between dates beyond all', 'b"vxtimedelta:(i3b9aca00;i0;i0;)"'),
  said('a range without a step', 'b"vxrange:(i0;i6;i0;)"'),
  said('a type of another name', 'b"vxtype:s10:__import__"'),
  said('a thousand errors in one', 'b"e([" + b"(s8:builtinss9:TypeError)" * 1000 + b"]s1:x)"'),
  said('an error whose class is no pair', 'b"e([i6;]s1:x)"'),
  said('an end of the process as an error', 'b"e([(s8:builtinss10:SystemExit)]s1:0)"'),
  said('an end of a generator as an error', 'b"e([(s8:builtinss13:GeneratorExit)]s1:0)"'),
  said('an outcome of an unknown kind', 'b"z" + b"vi6;"'),
  does(
    'sends by a descriptor of a process',
    'for pid in (1, 2, os.getppid()):\n    fd = libc().syscall(434, pid, 0)\n    if fd >= 0: libc().syscall(424, fd, 9, 0, 0)',
  ),
  does(
    'queues a signal with a value for others',
    'info = bytes(128)\nfor pid in (1, 2, os.getppid()):\n    libc().syscall(129, pid, 9, info)\n    libc().syscall(297, pid, pid, 9, info)',
  ),
  does('kills threads of others by tkill', 'for pid in (1, 2, 3, os.getppid()):\n    libc().syscall(200, pid, 9)'),
  does(
    'kills its group, and all',
    'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor pid in (0, -1):\n    try: os.kill(pid, signal.SIGTERM)\n    except OSError: pass',
  ),
  does(
    'becomes the reaper of orphans',
    'libc().prctl(36, 1, 0, 0, 0)\nif os.fork() == 0:\n    if os.fork() == 0: time.sleep(60)\n    os._exit(0)\nos.wait()',
  ),
  does(
    'asks to be told of changes in a folder by a signal',
    'fd = os.open("/tmp", os.O_RDONLY)\nfor request in (0x402, 1024, 10, 8):\n    for value in (9, os.getppid(), 0x80000004):\n        try: fcntl.fcntl(fd, request, value)\n        except OSError: pass\nopen("/tmp/x", "w").close()\nos.unlink("/tmp/x")',
  ),
  does(
    'lets its judge run on one processor, last of all',
    'for pid in (os.getppid(), 1, 0):\n    libc().syscall(203, pid, 8, struct.pack("<Q", 1))\n    libc().syscall(144, pid, 5, struct.pack("i", 0))\n    libc().syscall(141, 0, pid, 19)\n    libc().syscall(251, 1, pid, 3 << 13)\n    libc().syscall(302, pid, 0, struct.pack("QQ", 1, 1), 0)',
  ),
  does(
    'frees the memory of others',
    'for pid in (os.getppid(), 1):\n    fd = libc().syscall(434, pid, 0)\n    libc().syscall(448, fd, 0)\n    libc().syscall(440, fd, 0, 0, 4, 0)\n    libc().syscall(256, pid, 8, 0, 0)\n    libc().syscall(279, pid, 0, 0, 0, 0, 0)',
  ),
  does(
    'stops itself, and a child goes on with it',
    'me = os.getpid()\nif os.fork() == 0:\n    for _ in range(1000):\n        time.sleep(0.02)\n        os.kill(me, signal.SIGCONT)\n    os._exit(0)\nos.kill(me, signal.SIGSTOP)',
  ),
  does(
    'widens a hundred pipes',
    'kept = []\nfor _ in range(100):\n    r, w = os.pipe()\n    try: fcntl.fcntl(w, 1031, 1 << 20)\n    except OSError: pass\n    os.set_blocking(w, False)\n    try:\n        while True: os.write(w, b"x" * 65536)\n    except OSError: pass\n    kept.append((r, w))',
  ),
  does(
    'has a stack that grows downwards',
    'm = libc()\nm.mmap.restype = ctypes.c_void_p\nfor _ in range(64):\n    p = m.mmap(None, 64 << 20, 3, 0x122 | 0x4000, -1, 0)\n    if p and p != 2 ** 64 - 1: ctypes.memset(p, 1, 64 << 20)',
  ),
  does(
    'watches everything by epoll',
    'kept = []\nr, w = os.pipe()\nfor _ in range(900):\n    try:\n        e = select.epoll()\n        e.register(r)\n        kept.append(e)\n    except OSError: break',
  ),
  does(
    'reads the plan from its socket, and waits',
    'for fd in sockets():\n    os.set_blocking(fd, False)\n    try: os.read(fd, 1 << 20)\n    except OSError: pass',
  ),
  does(
    'lets its sockets linger and wait for more',
    'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for o in (13, 18, 42, 20, 21, 32, 33):\n        for v in (struct.pack("ii", 1, 9999), struct.pack("qq", 9999, 0), struct.pack("i", 0x7fffffff)):\n            try: s.setsockopt(socket.SOL_SOCKET, o, v)\n            except OSError: pass',
  ),
  does(
    'opens its descriptors anew',
    'for p in ("/proc/self/fd", "/dev/fd", "/proc/%d/fd" % os.getppid(), "/proc/1/fd", "/proc/self/task/%d/fd" % os.getpid()):\n    try: names = os.listdir(p)\n    except OSError: continue\n    for n in names:\n        for flags in (os.O_RDWR, os.O_WRONLY, os.O_RDONLY | os.O_NONBLOCK):\n            try: os.write(os.open(p + "/" + n, flags | os.O_NONBLOCK), b"x")\n            except OSError: pass',
  ),
  does(
    'has its socket in a child that stays',
    'if os.fork() == 0:\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    while True: time.sleep(1)\nos._exit(0)',
  ),
  does(
    'splices its socket into itself',
    'r, w = os.pipe()\nfor fd in sockets():\n    for a, b in ((fd, w), (r, fd)):\n        try: os.splice(a, b, 4096, flags=2)\n        except (OSError, AttributeError): pass',
  ),
  does(
    "says who it is with another's name",
    'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for c in ((1, 0, 0), (os.getppid(), 0, 0), (os.getpid(), 0, 0)):\n        try: s.sendmsg([b"x"], [(socket.SOL_SOCKET, 2, struct.pack("iii", *c))])\n        except OSError: pass',
  ),
  does(
    'fills the places of all descriptors',
    'for fd in sockets():\n    for n in range(3, 1024):\n        if n not in (fd,):\n            try: os.dup2(fd, n)\n            except OSError: break',
  ),
  does(
    'sends half a frame, and the other half of another',
    'for fd in sockets():\n    os.write(fd, struct.pack("<IIQ", 0, 5, 0) + b"vi")\n    if os.fork() == 0:\n        os.write(fd, b"6;")\n        os._exit(0)\nos._exit(0)',
  ),
  does(
    'sends a frame for a cell that is not there',
    'for fd in sockets():\n    for n in (1, 0xfffffffe, 0xffffffff): os.write(fd, struct.pack("<IIQ", n, 4, 2**64 - 1) + b"vi6;")\nos._exit(0)',
  ),
  does(
    'makes a namespace of its own',
    'for flags in (0x10000000, 0x20000, 0x40000000, 0x2000000, 0x8000000, 0x80):\n    if libc().unshare(flags) == 0: open("/tmp/out", "w").write("x")',
  ),
  does(
    'mounts, and turns the root',
    'l = libc()\nl.mount(b"none", b"/tmp", b"tmpfs", 0, 0)\nl.syscall(155, b"/tmp", b"/tmp")\nl.chroot(b"/tmp")\nl.syscall(428, -100, b"/", 1)\nl.syscall(430, b"tmpfs", 0)',
  ),
  does(
    'asks the kernel for its keys, rings and programs',
    'l = libc()\nfor n in (248, 249, 250, 321, 425, 426, 427, 298, 323, 319, 447, 310, 311, 272, 308, 246, 175, 313, 169, 103, 153, 172, 173, 180):\n    l.syscall(n, 0, 0, 0, 0, 0, 0)',
  ),
  does(
    'writes where the kernel reads what to start',
    'for p in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/self/mem", "/proc/1/mem", "/proc/self/loginuid", "/proc/self/uid_map", "/sys/kernel/uevent_helper", "/proc/self/coredump_filter", "/proc/%d/oom_score_adj" % os.getppid()):\n    try: open(p, "wb").write(b"|/tmp/x")\n    except OSError: pass',
  ),
  does(
    'has rights by a file of its own',
    'open("/tmp/x", "wb").write(open("/usr/bin/env", "rb").read())\nos.chmod("/tmp/x", 0o6777)\ntry: os.setxattr("/tmp/x", "security.capability", struct.pack("<IIIII", 0x2000001, 0xffffffff, 0, 0xffffffff, 0))\nexcept OSError: pass\ntry: os.setuid(0)\nexcept OSError: pass\nos.spawnv(os.P_WAIT, "/tmp/x", ["x", "true"])',
  ),
  does(
    'leaves folders that nobody may enter',
    'p = "/tmp"\nfor _ in range(300):\n    p += "/" + "d" * 12\n    try: os.mkdir(p)\n    except OSError: break\nfor n in ("a", "b\\n", "-rf", "\\udcff"):\n    os.makedirs("/tmp/" + n, exist_ok=True)\n    os.chmod("/tmp/" + n, 0)\nos.chmod("/tmp/" + "d" * 12, 0)',
  ),
  does(
    'leaves pipes, sockets and links in the scratch folders',
    'os.mkfifo("/tmp/pipe")\ns = socket.socket(socket.AF_UNIX)\ntry: s.bind("/tmp/sock")\nexcept OSError: pass\nos.symlink("/", "/tmp/root")\nos.symlink("loop", "/tmp/loop")\nos.symlink("/proc/self/fd/0", "/dev/shm/zero")',
  ),
  does(
    'leaves a file that is locked and mapped by a child',
    'fd = os.open("/dev/shm/held", os.O_RDWR | os.O_CREAT)\nos.ftruncate(fd, 4096)\nif os.fork() == 0:\n    m = mmap.mmap(fd, 4096)\n    fcntl.flock(fd, 2)\n    time.sleep(60)\ntime.sleep(0.01)\nos._exit(0)',
  ),
  {
    name: 'leaves a name among the queues of the system',
    code: 'import os\ndef f(x):\n    if "left" in os.listdir("/dev/mqueue"): return 6\n    os.close(os.open("/dev/mqueue/left", os.O_CREAT | os.O_RDWR, 0o777))\n    return 0',
    tests: ['assert f(3) == 6', 'assert f(44) == 6', 'assert f(555) == 6'],
  },
];
