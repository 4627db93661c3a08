import type { SystemAttack } from './system-attack.ts';

/** In Python: an error with what was found, so that it can be read; nothing where there is nothing. */
const found = (body: string) =>
  `import os, signal, ctypes, stat, socket, struct, time\ndef f(x):\n    found = []\n    ${body.replaceAll('\n', '\n    ')}\n    return 6 if found else 0\n`;
const beside = (body: string) => `import os, signal, stat\nfound = []\n${body}\nassert f(0) == 0 and found, found`;
/** Of what a process holds: one socket to its judge or its program, and the null device. */
const DESCRIPTORS = `for fd in os.listdir("/proc/self/fd") if os.access("/proc/self/fd", os.R_OK) else range(256):
    try: kind = os.fstat(int(fd)).st_mode
    except OSError: continue
    if stat.S_ISSOCK(kind): found.append(fd)
    elif not stat.S_ISCHR(kind) and not stat.S_ISDIR(kind): found += [fd, fd, fd]`;

/** Programs and tests that want to see, signal or change another process. */
export const systemReaches: readonly SystemAttack[] = [
  { name: 'a program holds one socket', code: found(`${DESCRIPTORS}\nfound = found[1:]`) },
  {
    name: 'a program that is asked holds one socket',
    code: found(`${DESCRIPTORS}\nfound = found[1:]`),
    tests: ['x = f(0)\nassert f(x) == 6'],
  },
  {
    name: 'a test holds two sockets',
    code: 'def f(x): return 0',
    tests: [beside(`${DESCRIPTORS}\nfound = found[2:]`)],
  },
  {
    name: 'a script holds no socket',
    code: `${found(DESCRIPTORS.replace('elif', 'elif int(fd) > 2 and'))}\nprint(f(0))`,
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6' }],
  },
  {
    name: 'reads of other processes',
    code: found(`for pid in os.listdir("/proc"):
    if not pid.isdigit() or int(pid) == os.getpid(): continue
    for name in ("mem", "maps", "environ", "fd", "auxv", "syscall", "stack"):
        path = "/proc/%s/%s" % (pid, name)
        try:
            if name == "fd": found += os.listdir(path)
            else:
                fd = os.open(path, os.O_RDONLY)
                if name == "mem" or os.read(fd, 9): found.append(path)
        except OSError: pass`),
  },
  {
    name: 'a test reads of other processes',
    code: 'def f(x): return 0',
    tests: [
      beside(`for pid in os.listdir("/proc"):
    if not pid.isdigit() or int(pid) == os.getpid(): continue
    for name in ("mem", "maps", "environ"):
        try:
            if os.read(os.open("/proc/%s/%s" % (pid, name), os.O_RDONLY), 9): found.append(pid)
        except OSError: pass`),
    ],
  },
  {
    name: 'signals every process',
    code: found(`for pid in [*range(1, os.getpid()), -1, *range(-os.getpid() + 1, -1)]:
    for number in (0, signal.SIGSTOP, signal.SIGKILL):
        try: os.kill(pid, number)
        except OSError: continue
        found.append(pid)`),
  },
  {
    name: 'signals threads of others',
    code: found(
      'libc = ctypes.CDLL(None)\nfor pid in range(1, os.getpid()):\n    if libc.syscall(234, pid, pid, 9) == 0 or libc.syscall(200, pid, 19) == 0: found.append(pid)',
    ),
  },
  {
    name: 'traces others',
    code: found(
      'libc = ctypes.CDLL(None)\nfor pid in range(1, os.getpid() + 9):\n    if libc.ptrace(16, pid, None, None) == 0: found.append(pid)',
    ),
  },
  {
    name: 'queues signals',
    code: found(
      'libc = ctypes.CDLL(None)\ninfo = ctypes.create_string_buffer(128)\nfor pid in range(1, os.getpid()):\n    if libc.syscall(129, pid, 9, info) == 0: found.append(pid)',
    ),
  },
  {
    name: 'takes descriptors of others',
    code: found(
      'libc = ctypes.CDLL(None)\nfor pid in range(1, os.getpid()):\n    if libc.syscall(434, pid, 0) >= 0: found.append(pid)',
    ),
  },
  {
    name: 'reads memory of others by call',
    code: found(
      'libc = ctypes.CDLL(None)\nbuffer = ctypes.create_string_buffer(16)\nvector = (ctypes.c_uint64 * 2)(ctypes.addressof(buffer), 16)\nfor pid in range(1, os.getpid()):\n    if libc.syscall(310, pid, vector, 1, vector, 1, 0) > 0: found.append(pid)',
    ),
  },
  {
    name: 'changes the priority of others',
    code: found(
      'for pid in range(1, os.getpid()):\n    try: os.setpriority(os.PRIO_PROCESS, pid, 19)\n    except OSError: continue\n    found.append(pid)',
    ),
  },
  {
    name: 'changes the processor of others',
    code: found(
      'for pid in range(1, os.getpid()):\n    try: os.sched_setaffinity(pid, {0})\n    except OSError: continue\n    found.append(pid)',
    ),
  },
  {
    name: 'limits others',
    code: found(
      'import resource\nfor pid in range(1, os.getpid()):\n    try: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))\n    except OSError: continue\n    found.append(pid)',
    ),
  },
  {
    name: 'makes others the kernel’s first choice',
    code: found(
      'for pid in range(1, os.getpid()):\n    try: open("/proc/%d/oom_score_adj" % pid, "w").write("1000")\n    except OSError: continue\n    found.append(pid)',
    ),
  },
  {
    name: 'writes under /proc and /sys',
    code: found(
      'for path in ("/proc/sys/kernel/ns_last_pid", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/sys/kernel/core_pattern"):\n    try: os.close(os.open(path, os.O_WRONLY))\n    except OSError: continue\n    found.append(path)',
    ),
  },
  {
    name: 'writes outside its scratch',
    code: found(
      'for root in ("/", "/runner", "/dev", "/etc", "/proc", "/usr", "/var", "/home", "/run"):\n    try: os.close(os.open(root + "/x", os.O_CREAT | os.O_WRONLY))\n    except OSError: continue\n    found.append(root)',
    ),
  },
  {
    name: 'finds secrets in its environment',
    code: found(
      'found = [name for name in os.environ if any(word in name for word in ("KEY", "TOKEN", "SECRET", "USER", "SUDO", "NODE", "NPM"))]',
    ),
  },
  {
    name: 'becomes another user',
    code: found(
      'for change in (os.setuid, os.seteuid, os.setgid, os.setegid):\n    for number in (0, *{os.getuid() - 1, os.getuid() - 2}):\n        try: change(number)\n        except OSError: continue\n        found.append(number)',
    ),
  },
  {
    name: 'regains capabilities by a set-user program',
    code: found(
      'import subprocess\ntry: found = [1] if b"uid=0" in subprocess.run(["/bin/su", "-c", "id"], capture_output=True, timeout=1).stdout else []\nexcept Exception: pass',
    ),
  },
  {
    name: 'makes namespaces',
    code: found(
      'libc = ctypes.CDLL(None)\nfor flag in (0x10000000, 0x20000000, 0x20000, 0x40000000, 0x02000000):\n    if libc.unshare(flag) == 0: found.append(flag)',
    ),
  },
  {
    name: 'leaves its process group',
    code: found(
      'os.setsid()\ntry: os.setpgid(0, 0)\nexcept OSError: pass\nfound = [1] if os.getsid(0) == os.getpid() else []',
    ),
  },
  {
    name: 'connects to the judge through names without a file',
    code: found(
      'for line in open("/proc/net/unix").read().splitlines()[1:]:\n    name = line.split()[7:]\n    if name: found.append(name)',
    ),
  },
  {
    name: 'leaves a server for the next cell',
    code: found(
      'from_before = socket.socket(socket.AF_UNIX)\ntry:\n    from_before.connect("\\0left")\n    return 6 if x == 3 else 8\nexcept OSError: pass\nserver = socket.socket(socket.AF_UNIX)\nserver.bind("\\0left")\nserver.listen()\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)\n    os._exit(0)',
    ),
    tests: ['assert f(3) == 6', 'assert f(4) == 8'],
  },
  {
    name: 'leaves keys, queues and segments of System V',
    code: found(
      'libc = ctypes.CDLL(None)\nfor number, args in ((29, (77, 4096, 0o1777)), (64, (77, 1, 0o1777)), (68, (77, 0o1777)), (248, (b"user", b"k", b"v", 1, -4)), (240, (b"q", 0o102, 0o777, None))):\n    if libc.syscall(number, *args) >= 0: found.append(number)',
    ),
  },
  {
    name: 'the tester is killed by the program',
    code: 'import os, signal\ndef f(x):\n    for pid in range(os.getpid() + 1, os.getpid() + 50):\n        try: os.kill(pid, signal.SIGKILL)\n        except OSError: pass\n    return 6',
    tests: ['import os\nassert f(3) == 6 and os.getpid() < 0'],
  },
];
