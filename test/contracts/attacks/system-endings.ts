import { FIND_SOCKETS, type SystemAttack } from './system-attack.ts';

/** Finds sockets among one's descriptors, and says how to write a frame of an answer. */
const SOCKETS = `
import os, stat, struct, time
${FIND_SOCKETS}
def tell(index, data, claim=0):
    for fd in sockets():
        try: os.write(fd, struct.pack("<IIQ", index, len(data), claim) + data)
        except OSError: pass
`;
/** Called as it is defined, with what a cell returns. */
const inCall = (body: string) => `${SOCKETS}\ndef f(x):\n    ${body.replaceAll('\n', '\n    ')}\n    return None\n`;
const TWO = ['assert f(3) == 6', 'assert f(4) == 8'];

/** Programs that want to end a worker, or the run. */
export const systemEndings: readonly SystemAttack[] = [
  { name: 'says that it is a stem', code: inCall('tell(0xFFFFFFFF, b"s")\ntime.sleep(0.3)'), tests: TWO },
  {
    name: 'says that it is a stem when it is loaded, and answers like one',
    code: `${SOCKETS}
import threading
tell(0xFFFFFFFF, b"s")
for fd in sockets():
    try: os.write(fd, b"\\x05\\x00\\x00\\x00zzzzz" * 3)
    except OSError: pass
def f(x): return 0`,
    tests: TWO,
  },
  { name: 'claims the end of its frames', code: inCall('tell(0, b"x" * 10, 2**64 - 1)\nwhile True: time.sleep(1)') },
  {
    name: 'begins a frame that never ends',
    code: inCall('for fd in sockets(): os.write(fd, struct.pack("<IIQ", 0, 2**24, 0))\ntime.sleep(9)'),
  },
  {
    name: 'begins a frame larger than any, and goes on for ever',
    code: inCall(`data = struct.pack("<IIQ", 0, 0xFFFFFFF0, 0) + b"x" * (1 << 20)
fds = sockets()
while True:
    for fd in fds: os.write(fd, data)`),
    seconds: 4,
  },
  {
    name: 'floods with a large frame from many processes',
    code: inCall(`data = struct.pack("<IIQ", 0, 0xFFFFFFF0, 0) + b"x" * (1 << 20)
fds = sockets()
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        for _ in range(80):
            for fd in fds: os.write(fd, data)
        os._exit(0)
    time.sleep(0.05)`),
    seconds: 6,
  },
  {
    name: 'floods with frames of nothing',
    code: inCall(`data = struct.pack("<IIQ", 77, 0, 0) * 65536
fds = sockets()
while True:
    for fd in fds: os.write(fd, data)`),
    seconds: 4,
  },
  { name: 'closes every descriptor', code: inCall('os.closerange(0, 256)\ntime.sleep(9)'), tests: TWO, seconds: 6 },
  {
    name: 'shuts its socket down',
    code: inCall('import socket\nfor fd in sockets(): socket.socket(fileno=fd).shutdown(2)\ntime.sleep(9)'),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'leaves a grandchild that holds its descriptors',
    code: inCall('if os.fork() == 0:\n    if os.fork() == 0:\n        time.sleep(600)\n    os._exit(0)\nos._exit(0)'),
    tests: TWO,
    seconds: 3,
  },
  {
    name: 'stops itself and its children',
    code: inCall(
      'import signal\nfor _ in range(20):\n    if os.fork() == 0:\n        os.kill(os.getpid(), signal.SIGSTOP)\nos.kill(os.getpid(), signal.SIGSTOP)',
    ),
    seconds: 5,
  },
  {
    name: 'forks until it cannot',
    code: inCall(
      'while True:\n    try:\n        if os.fork() == 0: time.sleep(60)\n    except OSError: time.sleep(0.01)',
    ),
    seconds: 5,
  },
  {
    name: 'starts threads until it cannot',
    code: inCall(
      'import threading\nwhile True:\n    try: threading.Thread(target=time.sleep, args=(60,)).start()\n    except RuntimeError: time.sleep(0.01)',
    ),
    seconds: 5,
  },
  {
    name: 'leaves a vfork that never execs',
    code: inCall('import ctypes\nlibc = ctypes.CDLL(None)\nif libc.vfork() == 0: libc.pause()'),
    seconds: 5,
  },
  {
    name: 'leaves folders too deep to name',
    code: inCall(`if os.path.exists("/tmp/deep") or os.path.exists("/dev/shm/deep"): return 6 if x == 3 else 8
for root in ("/tmp", "/dev/shm"):
    os.chdir(root)
    open("mark", "w").close()
    os.mkdir("deep")
    os.chdir("deep")
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")`),
    tests: [...TWO, 'assert f(3) == 6 and f(4) == 8'],
    seconds: 6,
  },
  {
    name: 'leaves folders that nobody may enter',
    code: inCall(`if os.path.exists("/tmp/a"): return 6 if x == 3 else 8
os.makedirs("/tmp/a/b/c")
open("/tmp/a/b/c/d", "w").close()
for path in ("/tmp/a/b/c", "/tmp/a/b", "/tmp/a"): os.chmod(path, 0)`),
    tests: TWO,
  },
  {
    name: 'leaves names that are not text',
    code: inCall(`if os.listdir(b"/tmp"): return 6 if x == 3 else 8
os.mkdir(b"/tmp/\\xff\\n\\xfe")
open(b"/tmp/\\xff\\n\\xfe/\\x01" + b"\\x80" * 250, "w").close()`),
    tests: TWO,
  },
  {
    name: 'leaves ten thousand files',
    code: inCall(`if os.listdir("/tmp"): return 6 if x == 3 else 8
for number in range(10**5): os.close(os.open("/tmp/%d" % number, os.O_CREAT | os.O_WRONLY))`),
    tests: TWO,
    seconds: 10,
  },
  {
    name: 'fills what can be written',
    code: inCall(`for path in ("/tmp/x", "/dev/shm/x"):
    with open(path, "wb", 0) as file:
        try:
            while True: file.write(bytes(1 << 20))
        except OSError: pass
time.sleep(0.1)`),
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'leaves pipes, sockets and devices with names',
    code: inCall(`import socket
if os.listdir("/tmp"): return 6 if x == 3 else 8
os.mkfifo("/tmp/pipe")
socket.socket(socket.AF_UNIX).bind("/tmp/sock")
os.symlink("/", "/tmp/root")
os.symlink("/tmp", "/tmp/loop")
os.makedirs("/tmp/in")
os.symlink("..", "/tmp/in/up")`),
    tests: TWO,
  },
  {
    name: 'renames what it stands in while it is removed',
    code: inCall(`os.makedirs("/tmp/a/b")
if os.fork() == 0:
    while True:
        for one, other in (("/tmp/a", "/tmp/c"), ("/tmp/c", "/tmp/a")):
            try: os.rename(one, other)
            except OSError: pass`),
    tests: TWO,
    seconds: 5,
  },
  {
    name: 'imports what crashes',
    code: 'import test.crashers.bogus_code_obj\ndef f(x): return 6',
    tests: ['assert f(3) == 7'],
  },
  {
    name: 'imports what runs as it is imported',
    code: 'import os\nimport unittest.__main__, lib2to3.__main__, pip.__main__\ndef f(x): return 0',
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'imports what tests Python itself',
    code: 'import os\nimport test.autotest\ndef f(x): return 0',
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'takes for ever to compile',
    code: `import os\nx = ${'['.repeat(80)}${']'.repeat(80)}\n${Array.from({ length: 400 }, (_, line) => `y${line} = (${'lambda: '.repeat(60)}0)`).join('\n')}\ndef f(x): return 0`,
    tests: TWO,
    seconds: 10,
  },
  {
    name: 'takes longer to compile than anybody waits, for ten cells',
    code: `import os\n${Array.from({ length: 2500 }, (_, line) => `y${line} = (${'lambda: '.repeat(80)}0)`).join('\n')}\ndef f(x): return 0`,
    tests: Array.from({ length: 10 }, (_, index) => `assert f(${index}) == 6`),
    seconds: 24,
  },
  { name: 'overflows the compiler', code: `import os\nx = ${'-'.repeat(90_000)}1\ndef f(x): return 0`, tests: TWO },
  {
    name: 'overflows the stack of C',
    code: 'import os, sys\nsys.setrecursionlimit(10**8)\ndef f(x): return f(x) + 1',
    tests: TWO,
    seconds: 6,
  },
  {
    name: 'ends while it answers',
    code: inCall(
      'import threading\nthreading.Thread(target=lambda: (time.sleep(0.001), os._exit(0))).start()\nreturn [0] * 10**6',
    ),
    tests: TWO,
  },
];
