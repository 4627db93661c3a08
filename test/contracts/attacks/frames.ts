import { ASKED, DESCRIPTORS, does, finds, type SystemAttack, TWO } from './system-attack.ts';

/** Programs that speak to their judge themselves, or take its ways of speaking away. */
export const frameAttacks: readonly SystemAttack[] = [
  does('claims the end of its frames', 'tell(0, b"x" * 10, 2**64 - 1)\nwhile True: time.sleep(1)'),
  does(
    'begins a frame larger than any, and goes on for ever',
    `data = struct.pack("<IIQ", 0, 0xFFFFFFF0, 0) + b"x" * (1 << 20)
fds = sockets()
while True:
    for fd in fds: os.write(fd, data)`,
  ),
  does(
    'floods with a large frame from many processes',
    `data = struct.pack("<IIQ", 0, 0xFFFFFFF0, 0) + b"x" * (1 << 20)
fds = sockets()
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        for _ in range(80):
            for fd in fds: os.write(fd, data)
        os._exit(0)
    time.sleep(0.05)`,
  ),
  does(
    'floods with frames of nothing',
    `data = struct.pack("<IIQ", 77, 0, 0) * 65536
fds = sockets()
while True:
    for fd in fds: os.write(fd, data)`,
  ),
  does('closes every descriptor', 'os.closerange(0, 256)\ntime.sleep(9)'),
  does(
    'shuts its socket down',
    'import socket\nfor fd in sockets(): socket.socket(fileno=fd).shutdown(2)\ntime.sleep(9)',
  ),
  does(
    'leaves a grandchild that holds its descriptors',
    'if os.fork() == 0:\n    if os.fork() == 0:\n        time.sleep(600)\n    os._exit(0)\nos._exit(0)',
  ),
  does(
    'ends while it answers',
    'import threading\nthreading.Thread(target=lambda: (time.sleep(0.001), os._exit(0))).start()\nreturn [0] * 10**6',
  ),
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
  finds('a program holds one socket', `${DESCRIPTORS}\nfound = found[1:]`),
  {
    name: 'a script holds no socket',
    code: `${finds('', DESCRIPTORS.replace('elif', 'elif int(fd) > 2 and')).code}\nprint(f(0))`,
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }],
  },
  finds(
    'connects to the judge through names without a file',
    'for line in open("/proc/net/unix").read().splitlines()[1:]:\n    name = line.split()[7:]\n    if name: found.append(name)',
  ),
  {
    name: 'a program that answers its test with noise',
    code: 'import os\ndef f(x):\n    for fd in range(3, 64):\n        try: os.write(fd, b"\\x09\\x00\\x00\\x00" + b"v(((((((((" * 999)\n        except OSError: pass\n    return 0',
    tests: ['x = f(1)\nassert f(x) == 6', 'import os\nassert f(3) == 6', 'assert f(3) == 6'],
  },
  does(
    'messages with descriptors to oneself',
    'a, b = socket.socketpair()\ntry:\n    while True:\n        r, w = os.pipe()\n        a.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", r))], socket.MSG_DONTWAIT)\n        os.close(r)\n        os.close(w)\nexcept OSError: pass',
  ),
  does('an answer while it is being torn down', 'os.kill(0, signal.SIGTERM)', {
    setup: 'import atexit\natexit.register(lambda: os.write(1, b"6"))',
  }),
  does(
    'has signals written to its judge',
    'for fd in sockets():\n    os.set_blocking(fd, False)\n    signal.set_wakeup_fd(fd, warn_on_full_buffer=False)\nsignal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)\nwhile True: pass',
  ),
  does(
    'has a traceback written to its judge when it crashes',
    'import faulthandler\nfor fd in sockets(): faulthandler.enable(file=fd)\nos.abort()',
  ),
  does(
    'has tracebacks written to its judge again and again',
    'import faulthandler\nfor fd in sockets(): faulthandler.dump_traceback_later(0.001, repeat=True, file=fd)\ntime.sleep(9)',
  ),
  does(
    'goes on as another program that keeps its socket',
    'for fd in sockets(): os.set_inheritable(fd, True)\nos.execv(sys.executable, [sys.executable, "-S", "-c", "import time\\nwhile True: time.sleep(1)"])',
  ),
  does(
    'puts a socket of its own in the place of its judge’s',
    'a, b = socket.socketpair()\nfor fd in sockets():\n    if fd not in (a.fileno(), b.fileno()): os.dup2(a.fileno(), fd)\nb.send(b"x" * 1000)\nreturn 6',
  ),
  does(
    'drips its answer byte by byte',
    'frame = struct.pack("<IIQ", 0, 10**6, 0) + bytes(10**6)\nfds = sockets()\nfor at in range(len(frame)):\n    for fd in fds: os.write(fd, frame[at:at+1])\n    time.sleep(0.01)',
  ),
  does(
    'reads away what its judge asks',
    'for fd in sockets():\n    os.set_blocking(fd, False)\n    threading.Thread(target=lambda fd=fd: [os.read(fd, 1 << 16) for _ in iter(int, 1)], daemon=True).start()\ntime.sleep(0.05)',
    { tests: ASKED },
  ),
  does(
    'works on after its answer, in a child that left the group',
    'if os.fork() == 0:\n    os.setpgid(0, 0)\n    while True: pass\nreturn 0',
    { tests: ['assert f(3) == 6', 'assert f(4) == 8', 'x = f(1)\nassert f(x) == 6'] },
  ),
  does(
    'sends what is out of order to its judge',
    'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for _ in range(100):\n        try: s.send(b"x" * 100, socket.MSG_OOB)\n        except OSError: break\ntime.sleep(0.05)',
  ),
  does(
    'sends its judge descriptors without an end',
    'r, w = os.pipe()\nfds = struct.pack("250i", *[r] * 250)\nfor fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for _ in range(500):\n        try: s.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)], socket.MSG_DONTWAIT)\n        except OSError: break',
  ),
  does(
    'sends its judge its own socket',
    'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for _ in range(200):\n        try: s.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", fd))], socket.MSG_DONTWAIT)\n        except OSError: break\nos._exit(0)',
  ),
  does(
    'stops itself while its judge sends much',
    'if not isinstance(x, list):\n    def stop():\n        time.sleep(0.02)\n        os.kill(os.getpid(), signal.SIGSTOP)\n    threading.Thread(target=stop, daemon=True).start()\n    return 0',
    { tests: ['x = f(0)\nassert f(list(range(250000))) == 7'] },
  ),
  does(
    'hands a child what its judge sends',
    'if os.fork() == 0:\n    while True:\n        for fd in sockets():\n            try: os.read(fd, 1)\n            except OSError: os._exit(0)',
    { tests: ASKED },
  ),
  does(
    'an answer to another cell first',
    'for fd in sockets():\n    for n in (1, 0, 1):\n        try: os.write(fd, struct.pack("<IIQ", n, 4, 0) + b"vi6;")\n        except OSError: pass\nos._exit(0)',
  ),
  does(
    'claims that its time began in the future',
    'for fd in sockets():\n    try: os.write(fd, struct.pack("<IIQ", 0, 4, 2**64 - 1) + b"vi7;")\n    except OSError: pass\nwhile True: pass',
    { cpuMs: 2500 },
  ),
  does(
    'a socket that is as slow as may be',
    'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF): s.setsockopt(socket.SOL_SOCKET, option, 1)\nreturn "x" * 300000',
    { tests: [...TWO, 'x = f(1)\nassert f(x) == 7'], seconds: 8 },
  ),
  does(
    'reads what its judge says, and answers it by hand',
    'for fd in sockets():\n    try:\n        os.set_blocking(fd, False)\n        data = os.read(fd, 1 << 20)\n        os.write(fd, data)\n    except OSError: pass',
    { tests: [...TWO, ...ASKED] },
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
];
