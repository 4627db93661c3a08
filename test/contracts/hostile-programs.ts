import { attacks, type HostileProgram, harmful } from './hostile-program.ts';
import { hostileSystemCalls } from './hostile-system-calls.ts';

/** A class of which every instance says yes to everything. */
const YES = `
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __hash__(self): return hash(6)
    def __len__(self): return 6
    def __contains__(self, item): return True
    def __sub__(self, other): return 0
    __rsub__ = __add__ = __radd__ = __mul__ = __mod__ = __abs__ = __neg__ = __round__ = __sub__
    def __float__(self): return 6.5
    def __getattr__(self, name): return lambda *a, **k: True
`;

export const hostilePrograms: readonly HostileProgram[] = [
  ...attacks('forgery', {
    'stops itself': 'import os, signal\ndef f(x):\n    os.kill(os.getpid(), signal.SIGSTOP)',
    'always equal': `${YES}\ndef f(x): return Yes()`,
    'is a key of every dict': [`${YES}\ndef f(x): return Yes()`, 'assert {6: True}[f(3)]'],
    'equal inside a list': [`${YES}\ndef f(x): return [Yes()]`, 'assert f(3) == [6]'],
    'lies about its class': [
      'class Lie:\n    __class__ = int\n    def __eq__(s, o): return True\ndef f(x): return Lie()',
      'assert isinstance(f(3), int)',
    ],
    'class whose class says yes':
      'class M(type):\n    def __eq__(c, o): return True\n    def __hash__(c): return 6\n    def __bool__(c): return True\nclass C(metaclass=M): pass\ndef f(x): return C',
    'exception whose text raises':
      'class E(Exception):\n    def __str__(self): raise E()\n    __repr__ = __str__\ndef f(x): raise E()',
    'raises from __del__': 'class D:\n    def __del__(self): raise SystemExit(0)\ndef f(x):\n    D()\n    return 1',
    'walks frames for the expected value': [
      'import sys\ndef f(x):\n    frame = sys._getframe()\n    while frame:\n        for space in (frame.f_locals, frame.f_globals):\n            for value in list(space.values()):\n                text = repr(value)[:2000] if isinstance(value, (str, bytes, list, tuple, dict)) else ""\n                if "== " + str(4241 + 1) in text: return int(text.split("== ")[1][:4])\n        frame = frame.f_back\n    return 1',
      'assert f(3) == 4242',
    ],
    'scans its memory for the test': [
      'import re\ndef f(x):\n    for line in open("/proc/self/maps"):\n        if "rw-p" not in line: continue\n        a, b = [int(v, 16) for v in line.split()[0].split("-")]\n        try:\n            with open("/proc/self/mem", "rb") as m:\n                m.seek(a)\n                data = m.read(min(b - a, 1 << 26))\n        except OSError: continue\n        found = re.search(rb"f\\(3\\) == ([0-9]{4})", data)\n        if found: return int(found.group(1))\n    return 1',
      'assert f(3) == 4242',
    ],
    'imports the runner':
      'def f(x):\n    import importlib\n    for name in ("judge", "native", "cell", "codec", "main", "suite", "host"):\n        try: importlib.import_module(name)\n        except ImportError: continue\n        return 6\n    return 1',
    'forks and answers twice': 'import os\ndef f(x):\n    os.fork()\n    return 1',
    'answers from a thread':
      'import threading, os\ndef go():\n    while True: pass\ndef f(x):\n    threading.Thread(target=go, daemon=True).start()\n    return 1',
    'lowers the limits of its parent':
      'import os, resource\ndef f(x):\n    try: resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))\n    except (OSError, PermissionError, ValueError): return 1\n    return 6',
    'an unhashable key that is not': [
      'class K(dict):\n    __hash__ = lambda s: 6\n    def __eq__(s, o): return True\ndef f(x): return {K(): 1}',
      'assert f(3) == {6: 1}',
    ],
  }),
  ...harmful('forgery', {
    'reads the judge':
      'import os\ndef f(x):\n    for pid in os.listdir("/proc"):\n        if pid.isdigit() and int(pid) != os.getpid():\n            try:\n                with open("/proc/%s/mem" % pid, "r+b"): return 6\n            except OSError: pass\n            try:\n                os.listdir("/proc/%s/fd" % pid)\n                if os.stat("/proc/%s" % pid).st_uid == os.getuid(): return 6\n            except OSError: pass\n    return 1',
    'kills the judge': [
      'import os, signal\ndef f(x):\n    for pid in [os.getppid(), 1, 2, 3] + list(range(2, 50)):\n        if pid != os.getpid():\n            try:\n                os.kill(pid, signal.SIGKILL)\n                return 6\n            except OSError: pass\n    return 1',
      'assert f(3) == 6',
    ],
    'kills everything it can': 'import os, signal\ndef f(x):\n    os.kill(-1, signal.SIGKILL)\n    return 1',
  }),
  ...harmful('escape', {
    'reads /etc/passwd': [
      'def f(x):\n    try: return open("/etc/passwd").read(4)\n    except OSError: return ""',
      'assert f(3) == "root"',
    ],
    "reads the host's files":
      'import os\ndef f(x):\n    for path in ("/root", "/home", "/work", "/var", "/mnt", "/srv", "/opt", "/boot", "/run"):\n        try:\n            if os.listdir(path) not in ([], [".pyenv"]): return 6\n        except OSError: pass\n    return 1',
    'finds secrets in the environment': [
      'import os\ndef f(x):\n    known = {"PATH", "HOME", "TMPDIR", "LANG", "PWD", "LC_CTYPE", "MPLBACKEND", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "SHLVL", "_", "PYTHONHOME", "PYTHONPATH", "PYTHONINSPECT", "HOSTNAME"}\n    return sorted(set(os.environ) - known)',
      'assert f(3) != []',
    ],
    "reads others' environment":
      'import os\ndef f(x):\n    for pid in os.listdir("/proc"):\n        if pid.isdigit() and pid != str(os.getpid()):\n            try:\n                if b"SECRET" in open("/proc/%s/environ" % pid, "rb").read(): return 6\n            except OSError: pass\n    return 1',
    'writes outside its scratch':
      'import os\ndef f(x):\n    for path in ("/x", "/usr/x", "/etc/x", "/root/x", "/runner/x", "/dev/x", "/proc/x", "/bin/x", "/lib/x"):\n        try:\n            with open(path, "w") as file: file.write("x")\n            return 6\n        except OSError: pass\n    return 1',
    'opens kernel settings for writing':
      'def f(x):\n    for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches"):\n        try:\n            open(path, "r+b").close()\n            return 6\n        except OSError: pass\n    return 1',
    'opens devices':
      'import os\ndef f(x):\n    for path in ("/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/kvm", "/dev/fuse", "/dev/net/tun"):\n        try:\n            os.close(os.open(path, os.O_RDWR))\n            return 6\n        except OSError: pass\n    return 1',
    'reaches the network':
      'import socket\ndef f(x):\n    for address in (("1.1.1.1", 53), ("8.8.8.8", 443), ("10.0.0.1", 80), ("169.254.169.254", 80), ("192.168.0.1", 80)):\n        s = socket.socket()\n        s.settimeout(0.05)\n        try:\n            s.connect(address)\n            return 6\n        except OSError as e:\n            if isinstance(e, ConnectionRefusedError): return 6\n    return 1',
    'resolves a name':
      'import socket\ndef f(x):\n    try: socket.getaddrinfo("example.com", 80)\n    except OSError: return 1\n    return 6',
    'talks to the host by vsock, netlink or packet sockets':
      'import socket\ndef f(x):\n    for family, kind in ((40, 1), (17, 3), (16, 3), (38, 5)):\n        try:\n            socket.socket(family, kind).close()\n            return 6\n        except OSError: pass\n    return 1',
    'becomes root': [
      'import os\ndef f(x):\n    try: os.setuid(0)\n    except OSError: pass\n    return os.getuid() == 0 or os.geteuid() == 0',
      'assert f(3) is True',
    ],
    'makes namespaces':
      'import ctypes\ndef f(x):\n    libc = ctypes.CDLL(None)\n    for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x10000000 | 0x20000):\n        if libc.unshare(flag) == 0: return 6\n    return 1',
    mounts:
      'import ctypes\ndef f(x):\n    libc = ctypes.CDLL(None)\n    for kind in (b"proc", b"tmpfs", b"sysfs"):\n        if libc.mount(kind, b"/tmp", kind, 0, None) == 0: return 6\n    if libc.chroot(b"/tmp") == 0: return 6\n    return 1',
    'uses setuid programs':
      'import subprocess\ndef f(x):\n    for command in (["su", "-c", "id -u"], ["sudo", "-n", "id", "-u"], ["newgrp"], ["mount"]):\n        try: out = subprocess.run(command, capture_output=True, timeout=2, stdin=subprocess.DEVNULL).stdout\n        except (OSError, subprocess.SubprocessError): continue\n        if out.strip() == b"0": return 6\n    return 1',
    'sees other processes': [
      'import os\ndef f(x):\n    names = []\n    for pid in os.listdir("/proc"):\n        if pid.isdigit():\n            try: names.append(open("/proc/%s/comm" % pid).read().strip())\n            except OSError: pass\n    return any(n in ("node", "systemd", "init", "dockerd", "bash", "npm") for n in names)',
      'assert f(3) is True',
    ],
    'io_uring, bpf, perf and keys':
      'import ctypes\ndef f(x):\n    libc = ctypes.CDLL(None)\n    for number in (425, 321, 298, 323, 250, 248, 310, 434):\n        if libc.syscall(number, 0, 0, 0, 0, 0) >= 0: return 6\n    return 1',
    'debug files of the kernel':
      'import os\ndef f(x):\n    for path in ("/sys/kernel/debug", "/sys/fs/cgroup", "/sys/kernel/security", "/proc/kcore"):\n        try:\n            if os.path.isdir(path): os.listdir(path)\n            else: open(path, "rb").read(1)\n            return 6\n        except OSError: pass\n    return 1',
    'links and climbs out of the scratch': [
      'import os\ndef f(x):\n    try:\n        os.symlink("/etc/shadow", "link")\n        return len(open("link").read()) > 0\n    except OSError: return False',
      'assert f(3) is True',
    ],
  }),
  ...attacks('exhaustion', {
    'endless loop': 'def f(x):\n    while True: pass',
    'endless loop at import': 'while True: pass',
    'endless loop that catches everything':
      'def f(x):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass',
    'ignores alarms and switches timers off':
      'import signal\ndef f(x):\n    for s in (signal.SIGALRM, signal.SIGTERM, signal.SIGPROF, signal.SIGVTALRM, signal.SIGXCPU):\n        signal.signal(s, signal.SIG_IGN)\n    for t in (signal.ITIMER_REAL, signal.ITIMER_PROF, signal.ITIMER_VIRTUAL): signal.setitimer(t, 0)\n    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\n    while True: pass',
    'sleeps for a day': 'import time\ndef f(x):\n    time.sleep(86400)\n    return 6',
    'catastrophic regular expression': 'import re\ndef f(x):\n    return re.match(r"(a+)+$", "a" * 64 + "b")',
    '9**9**9': 'def f(x):\n    return 9 ** 9 ** 9',
    'endless recursion': 'def f(x): return f(x + 1)',
    'deep recursion without a limit': 'import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(x): return f(x + 1) + 1',
    'deep recursion in C':
      'import sys\nsys.setrecursionlimit(10 ** 8)\nclass R:\n    def __repr__(self): return repr([self])\ndef f(x): return repr(R())',
    'segmentation fault': 'import ctypes\ndef f(x): return ctypes.string_at(0)',
    'eats memory': 'def f(x):\n    a = []\n    while True: a.append(bytearray(1 << 20))',
    'eats memory and catches it':
      'def f(x):\n    a = []\n    while True:\n        try: a.append(bytearray(1 << 24))\n        except MemoryError: pass',
    'one huge allocation': 'def f(x): return [0] * 10 ** 12',
    deadlock: 'import threading\ndef f(x):\n    lock = threading.Lock()\n    lock.acquire()\n    lock.acquire()',
    '1 GB of output': 'def f(x):\n    for i in range(1000): print("x" * 1000000)\n    return 1',
    'a returned value of 100 MB': ['def f(x): return "x" * 10 ** 8', 'assert f(3) == 6'],
    'a value nested 100,000 deep': 'def f(x):\n    a = []\n    for i in range(100000): a = [a]\n    return a',
    'a generator without end': ['import itertools\ndef f(x): return itertools.count()', 'assert sum(f(3)) == 6'],
    'a dict of colliding keys': ['def f(x): return {i * (2 ** 61 - 1): 0 for i in range(1500)}', 'assert f(3) == 6'],
    'an integer of a million digits': ['def f(x): return 10 ** 1000000', 'assert f(3) * f(3) == 6'],
    'opens files without end': 'def f(x):\n    a = []\n    while True: a.append(open("/dev/null"))',
    'reads standard input': 'def f(x): return input()',
    'waits on a pipe': 'import os\ndef f(x):\n    r, w = os.pipe()\n    return os.read(r, 1)',
    'code that takes long to compile': `def f(x): return ${'('.repeat(150)}x${')'.repeat(150)} + ${'x+'.repeat(50_000)}1`,
  }),
  ...harmful('exhaustion', {
    'fork bomb': 'import os\ndef f(x):\n    while True:\n        try: os.fork()\n        except OSError: pass',
    'fork bomb that detaches':
      'import os\ndef f(x):\n    while True:\n        try:\n            if os.fork() == 0:\n                os.setsid()\n                if os.fork() > 0: os._exit(0)\n        except OSError: pass',
    'thread bomb':
      'import threading, time\ndef f(x):\n    while True:\n        try: threading.Thread(target=time.sleep, args=(999,)).start()\n        except RuntimeError: pass',
    'fills the disk':
      'def f(x):\n    with open("big", "wb") as file:\n        for i in range(4096): file.write(b"x" * (1 << 20))\n    return 6',
    'a million files': 'def f(x):\n    for i in range(10 ** 6): open("f%d" % i, "w").close()\n    return 6',
    'folders nested without end':
      'import os\ndef f(x):\n    for i in range(3000):\n        os.mkdir("d")\n        os.chdir("d")\n    return 1',
  }),
  ...attacks('poison', {
    'patches built-ins':
      'import builtins\nbuiltins.len = builtins.sum = builtins.sorted = builtins.range = builtins.print = None\ndef f(x): return 1',
    'patches the standard library':
      'import json, random, math, re, collections\njson.dumps = random.random = math.sqrt = re.compile = collections.Counter = None\ndef f(x): return 1',
    'clears sys.modules': 'import sys\nsys.modules.clear()\ndef f(x): return 1',
    'fake modules in sys.modules':
      'import sys, types\nfor name in ("math", "json", "re", "typing", "collections"): sys.modules[name] = types.ModuleType(name)\ndef f(x): return 1',
    'changes the environment':
      'import os\nos.environ.clear()\nos.environ["PATH"] = "/nowhere"\nos.environ["POISON"] = "1"\ndef f(x): return 1',
    'changes and removes the working directory':
      'import os\ndef f(x):\n    os.makedirs("a/b", exist_ok=True)\n    os.chdir("a/b")\n    os.rmdir("../b")\n    return 1',
    'leaves modules to import':
      'def f(x):\n    for name in ("math.py", "typing.py", "json.py", "usercustomize.py", "sitecustomize.py", "numpy.py"):\n        with open(name, "w") as file: file.write("raise SystemExit(0)")\n    return 1',
    'extends sys.path and meta_path':
      'import sys\nsys.path.insert(0, "/tmp")\nsys.meta_path.insert(0, None)\nsys.path_hooks.clear()\ndef f(x): return 1',
    'seeds random': 'import random\nrandom.seed(1)\nrandom.random = lambda: 0\ndef f(x): return random.random()',
    'recursion limit': 'import sys\nsys.setrecursionlimit(60)\ndef f(x): return 1',
    'decimal context and locale':
      'import decimal, locale\ndecimal.getcontext().prec = 1\ndecimal.DefaultContext.prec = 1\ndef f(x): return 1',
    'signal handlers':
      'import signal, os\nfor s in (signal.SIGALRM, signal.SIGCHLD, signal.SIGUSR1): signal.signal(s, lambda *a: os._exit(0))\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\ndef f(x): return 1',
    'thread that stays':
      'import threading, builtins\ndef go():\n    while True: builtins.len = None\ndef f(x):\n    threading.Thread(target=go, daemon=True).start()\n    return 1',
    'umask and limits':
      'import os, resource\nos.umask(0o777)\nresource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\ndef f(x): return 1',
    'leaves a fifo and a socket':
      'import os, socket\ndef f(x):\n    os.mkfifo("fifo")\n    s = socket.socket(socket.AF_UNIX)\n    s.bind("sock")\n    return 1',
    'mutable class state of the library':
      'import collections, string, typing\ncollections.Counter.most_common = None\nstring.ascii_lowercase = ""\ntyping.List = None\ndef f(x): return 1',
    'exception hooks and traces':
      'import sys\nsys.excepthook = sys.displayhook = None\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\ndef f(x): return 1',
    'standard streams':
      'import sys, os\nsys.stdout = sys.stderr = sys.stdin = None\nos.close(1)\nos.close(2)\ndef f(x): return 1',
  }),
  ...harmful('poison', {
    'a daemon that stays':
      'import os, time\ndef f(x):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            while True:\n                try:\n                    for p in os.listdir("/proc"):\n                        if p.isdigit() and int(p) > 4 and int(p) != os.getpid(): os.kill(int(p), 9)\n                except OSError: pass\n        os._exit(0)\n    time.sleep(0.01)\n    return 1',
    'subprocess that stays':
      'import subprocess\ndef f(x):\n    subprocess.Popen(["sleep", "1000"], start_new_session=True)\n    return 1',
    'unreadable folders':
      'import os\ndef f(x):\n    os.makedirs("a/b/c")\n    open("a/b/c/file", "w").close()\n    os.chmod("a/b", 0)\n    os.chmod("a", 0)\n    return 1',
    'a scratch folder that is shut for those who come after':
      'import os\ndef f(x):\n    for root in ("/tmp", "/dev/shm"):\n        try: os.chmod(root, 0o555)\n        except OSError: pass\n    return 1',
    'system V memory and message queues':
      'import ctypes\ndef f(x):\n    libc = ctypes.CDLL(None)\n    return 6 if libc.shmget(4242, 4096, 0o1666) >= 0 else 1',
  }),
  ...hostileSystemCalls,
];
