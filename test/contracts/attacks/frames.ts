import { ASKED, DESCRIPTORS, does, finds, programs, type SystemAttack } from './system-attack.ts';

/** Programs that speak to their judge themselves, or take its ways of speaking away. */
export const frameAttacks: readonly SystemAttack[] = [
  ...does({
    'claims the end of its frames': 'tell(b"x" * 10, 2**64 - 1)\nwhile True: time.sleep(1)',
    'begins a frame larger than any, and goes on for ever': `data = struct.pack("<IQ", 0xFFFFFFF0, 0) + b"x" * (1 << 20)
fds = sockets()
while True:
    for fd in fds: os.write(fd, data)`,
    'floods with a large frame from many processes': `data = struct.pack("<IQ", 0xFFFFFFF0, 0) + b"x" * (1 << 20)
fds = sockets()
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        for _ in range(80):
            for fd in fds: os.write(fd, data)
        os._exit(0)
    time.sleep(0.05)`,
    'shuts its socket down': 'import socket\nfor fd in sockets(): socket.socket(fileno=fd).shutdown(2)\ntime.sleep(9)',
    'leaves a grandchild that holds its descriptors':
      'if os.fork() == 0:\n    if os.fork() == 0:\n        time.sleep(600)\n    os._exit(0)\nos._exit(0)',
    'ends while it answers':
      'import threading\nthreading.Thread(target=lambda: (time.sleep(0.001), os._exit(0))).start()\nreturn [0] * 10**6',
    'an answer while it is being torn down': [
      'os.kill(0, signal.SIGTERM)',
      { setup: 'import atexit\natexit.register(lambda: os.write(1, b"6"))' },
    ],
    'has signals written to its judge':
      'for fd in sockets():\n    os.set_blocking(fd, False)\n    signal.set_wakeup_fd(fd, warn_on_full_buffer=False)\nsignal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)\nwhile True: pass',
    'drips its answer byte by byte':
      'frame = struct.pack("<IQ", 10**6, 0) + bytes(10**6)\nfds = sockets()\nfor at in range(len(frame)):\n    for fd in fds: os.write(fd, frame[at:at+1])\n    time.sleep(0.01)',
    'reads away what its judge asks': [
      'for fd in sockets():\n    os.set_blocking(fd, False)\n    threading.Thread(target=lambda fd=fd: [os.read(fd, 1 << 16) for _ in iter(int, 1)], daemon=True).start()\ntime.sleep(0.05)',
      { tests: ASKED },
    ],
    'works on after its answer, in a child that left the group': [
      'if os.fork() == 0:\n    os.setpgid(0, 0)\n    while True: pass\nreturn 0',
      { tests: ['assert f(3) == 6', 'assert f(4) == 8', 'x = f(1)\nassert f(x) == 6'] },
    ],
    'stops itself while its judge sends much': [
      'if not isinstance(x, list):\n    def stop():\n        time.sleep(0.02)\n        os.kill(os.getpid(), signal.SIGSTOP)\n    threading.Thread(target=stop, daemon=True).start()\n    return 0',
      { tests: ['x = f(0)\nassert f(list(range(250000))) == 7'] },
    ],
    'lets its sockets linger and wait for more':
      'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for o in (13, 18, 42, 20, 21, 32, 33):\n        for v in (struct.pack("ii", 1, 9999), struct.pack("qq", 9999, 0), struct.pack("i", 0x7fffffff)):\n            try: s.setsockopt(socket.SOL_SOCKET, o, v)\n            except OSError: pass',
    // A value that it writes itself is as good as one that it returns, and belongs to one cell alone.
    'sends more answers than it was asked for': [
      'for fd in sockets():\n    for n in range(9): os.write(fd, struct.pack("<IQ", 4, 2**64 - 1) + b"vi6;")\nos._exit(0)',
      { tests: ['assert f(3) == 6', 'assert f(4) == 8'], honest: [0] },
    ],
  }),
  ...finds({
    'a program holds one socket': `${DESCRIPTORS}\nfound = found[1:]`,
    'connects to the judge through names without a file':
      'for line in open("/proc/net/unix").read().splitlines()[1:]:\n    name = line.split()[7:]\n    if name: found.append(name)',
  }),
  ...programs({
    'holds memory in sockets': `import os, socket, time
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
    'a script holds no socket': [
      `${finds({ f: DESCRIPTORS.replace('elif', 'elif int(fd) > 2 and') })[0]?.code}\nprint(f(0))`,
      { tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }] },
    ],
    'a program that answers its test with noise': [
      'import os\ndef f(x):\n    for fd in range(3, 64):\n        try: os.write(fd, b"\\x09\\x00\\x00\\x00" + b"v(((((((((" * 999)\n        except OSError: pass\n    return 0',
      { tests: ['x = f(1)\nassert f(x) == 6', 'import os\nassert f(3) == 6', 'assert f(3) == 6'] },
    ],
  }),
];
