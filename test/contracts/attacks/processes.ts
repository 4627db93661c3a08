import { does, finds, type SystemAttack } from './system-attack.ts';

/** Programs that want to see, signal, change or outlive another process. */
export const processAttacks: readonly SystemAttack[] = [
  does(
    'leaves a vfork that never execs',
    'import ctypes\nlibc = ctypes.CDLL(None)\nif libc.vfork() == 0: libc.pause()',
  ),
  finds(
    'reads of other processes',
    `for pid in os.listdir("/proc"):
    if not pid.isdigit() or int(pid) == os.getpid(): continue
    for name in ("mem", "maps", "environ", "fd", "auxv", "syscall", "stack"):
        path = "/proc/%s/%s" % (pid, name)
        try:
            if name == "fd": found += os.listdir(path)
            else:
                fd = os.open(path, os.O_RDONLY)
                if name == "mem" or os.read(fd, 9): found.append(path)
        except OSError: pass`,
  ),
  finds(
    'writes under /proc and /sys',
    'for path in ("/proc/sys/kernel/ns_last_pid", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/sys/kernel/core_pattern"):\n    try: os.close(os.open(path, os.O_WRONLY))\n    except OSError: continue\n    found.append(path)',
  ),
  finds(
    'finds secrets in its environment',
    'found = [name for name in os.environ if any(word in name for word in ("KEY", "TOKEN", "SECRET", "USER", "SUDO", "NODE", "NPM"))]',
  ),
  finds(
    'becomes another user',
    'for change in (os.setuid, os.seteuid, os.setgid, os.setegid):\n    for number in (0, *{os.getuid() - 1, os.getuid() - 2}):\n        try: change(number)\n        except OSError: continue\n        found.append(number)',
  ),
  finds(
    'regains capabilities by a set-user program',
    'import subprocess\ntry: found = [1] if b"uid=0" in subprocess.run(["/bin/su", "-c", "id"], capture_output=True, timeout=1).stdout else []\nexcept Exception: pass',
  ),
  finds(
    'makes namespaces',
    'libc = ctypes.CDLL(None)\nfor flag in (0x10000000, 0x20000000, 0x20000, 0x40000000, 0x02000000):\n    if libc.unshare(flag) == 0: found.append(flag)',
  ),
  finds(
    'leaves a server for the next cell',
    'from_before = socket.socket(socket.AF_UNIX)\ntry:\n    from_before.connect("\\0left")\n    return 6 if x == 3 else 8\nexcept OSError: pass\nserver = socket.socket(socket.AF_UNIX)\nserver.bind("\\0left")\nserver.listen()\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)\n    os._exit(0)',
    { tests: ['assert f(3) == 6', 'assert f(4) == 8'] },
  ),
  does(
    'makes a thread that no process has',
    'n = 56 if os.uname().machine == "x86_64" else 220\nfor flags in (0x00010000, 0x10000000, 0x20000000, 0x40000000, 0x02000000):\n    if libc().syscall(n, flags | 17, 0, 0, 0, 0) == 0: os._exit(0)',
  ),
  does(
    'asks for the new clone',
    'args = struct.pack("<8Q", 0x8000, 0, 0, 0, 17, 0, 0, 0)\nif libc().syscall(435, args, 64) == 0: os._exit(0)\ntime.sleep(0.01)',
  ),
  does(
    'dies by every signal in turn',
    'for n in (4, 6, 7, 8, 11, 24, 25, 31):\n    if os.fork() == 0:\n        signal.signal(n, signal.SIG_DFL)\n        os.kill(os.getpid(), n)\nos.kill(os.getpid(), 31)',
  ),
  does(
    'kills its group, and all',
    'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor pid in (0, -1):\n    try: os.kill(pid, signal.SIGTERM)\n    except OSError: pass',
  ),
  does(
    'stops itself, and a child goes on with it',
    'me = os.getpid()\nif os.fork() == 0:\n    for _ in range(1000):\n        time.sleep(0.02)\n        os.kill(me, signal.SIGCONT)\n    os._exit(0)\nos.kill(me, signal.SIGSTOP)',
  ),
  does(
    "says who it is with another's name",
    'for fd in sockets():\n    s = socket.socket(fileno=os.dup(fd))\n    for c in ((1, 0, 0), (os.getppid(), 0, 0), (os.getpid(), 0, 0)):\n        try: s.sendmsg([b"x"], [(socket.SOL_SOCKET, 2, struct.pack("iii", *c))])\n        except OSError: pass',
  ),
  does(
    'mounts, and turns the root',
    'l = libc()\nl.mount(b"none", b"/tmp", b"tmpfs", 0, 0)\nl.syscall(155, b"/tmp", b"/tmp")\nl.chroot(b"/tmp")\nl.syscall(428, -100, b"/", 1)\nl.syscall(430, b"tmpfs", 0)',
  ),
  does(
    'asks the kernel for its keys, rings and programs',
    'l = libc()\nfor n in (248, 249, 250, 321, 425, 426, 427, 298, 323, 319, 447, 310, 311, 272, 308, 246, 175, 313, 169, 103, 153, 172, 173, 180):\n    l.syscall(n, 0, 0, 0, 0, 0, 0)',
  ),
];
