import { type Aim, type HostileProgram, harmful } from './hostile-program.ts';

/** What the programs below share: the processes that are not theirs, and whether a call was let through. */
const PRELUDE = `
import ctypes, fcntl, mmap, os, resource, signal, socket, struct, time
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
others = [int(p) for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()]
def works(action, *arguments):
    try: result = action(*arguments)
    except (OSError, ValueError): return False
    return not (type(result) is int and result < 0)
`;

const asking = (aim: Aim, bodies: Readonly<Record<string, string>>) => {
  const programs = Object.entries(bodies).map(([name, body]) => [
    name,
    `${PRELUDE}def f(x):\n${body.replace(/^/gm, '    ')}\n    return 1`,
  ]);
  return harmful(aim, Object.fromEntries(programs));
};

/** Programs that ask the kernel for what no program of a benchmark needs; `f(3)` is 6 where one of it was granted. */
export const hostileSystemCalls: readonly HostileProgram[] = [
  ...asking('escape', {
    "a pipe's signals to other processes":
      'for pid in others:\n    r, w = os.pipe()\n    if works(fcntl.fcntl, r, 8, pid) and works(fcntl.fcntl, r, 10, 9) and works(fcntl.fcntl, r, fcntl.F_SETFL, 0x2000 | os.O_NONBLOCK):\n        os.write(w, b"x")\n        return 6',
    "a pipe's signals to a thread of others":
      'for pid in others:\n    r, w = os.pipe()\n    if works(fcntl.fcntl, r, 15, struct.pack("ii", 0, pid)): return 6',
    "a socket's signals by ioctl":
      'for pid in others:\n    a, b = socket.socketpair()\n    for request in (0x8901, 0x8902):\n        if works(fcntl.ioctl, a, request, struct.pack("i", pid)): return 6\n    if works(fcntl.ioctl, a, 0x5452, struct.pack("i", 1)): return 6',
    'leases and notices of files':
      'fd = os.open("file", os.O_RDONLY | os.O_CREAT)\nif works(fcntl.fcntl, fd, 1024, 0) or works(fcntl.fcntl, os.open(".", os.O_RDONLY), 1026, 4): return 6',
    'signals to others':
      'for pid in others:\n    if works(os.kill, pid, signal.SIGCONT) or works(os.killpg, pid, signal.SIGCONT): return 6\nif works(os.kill, -1, 0): return 6',
    'signals to threads of others, with a value':
      'for pid in others:\n    if libc.syscall(234, pid, pid, 18) == 0 or libc.syscall(200, pid, 18) == 0: return 6\n    if libc.sigqueue(pid, 18, None) == 0: return 6',
    'a descriptor of another process': 'for pid in others:\n    if libc.syscall(434, pid, 0) >= 0: return 6',
    'traces others': 'for pid in others:\n    if libc.ptrace(16, pid, None, None) == 0: return 6',
    "writes into others' memory":
      'buffer = ctypes.create_string_buffer(16)\niov = struct.pack("QQ", ctypes.addressof(buffer), 8)\nfor pid in others:\n    if libc.process_vm_writev(pid, iov, 1, iov, 1, 0) >= 0 or ctypes.get_errno() == 14: return 6\n    if works(open, "/proc/%d/mem" % pid, "r+b"): return 6',
    'limits of others':
      'for pid in others:\n    if works(resource.prlimit, pid, resource.RLIMIT_NOFILE) or works(resource.prlimit, pid, resource.RLIMIT_CPU, (1, 1)): return 6',
    'scheduling of others':
      'for pid in others:\n    if works(os.sched_setscheduler, pid, os.SCHED_IDLE, os.sched_param(0)) or works(os.sched_setaffinity, pid, {0}): return 6\n    if works(os.setpriority, os.PRIO_PROCESS, pid, 19): return 6\nif works(os.setpriority, os.PRIO_USER, os.getuid(), 19): return 6',
    'who is killed first when memory ends':
      'for pid in others:\n    try:\n        with open("/proc/%d/oom_score_adj" % pid, "w") as file: file.write("1000")\n        return 6\n    except OSError: pass',
    'a timer that signals others':
      'for pid in others:\n    event = struct.pack("QiiiQQQQQQ", 0, 9, 4, pid, 0, 0, 0, 0, 0, 0)\n    if libc.syscall(222, 0, event, ctypes.create_string_buffer(8)) == 0: return 6',
    "a child of the zygote's":
      'pid = libc.syscall(56, 0x8000 | 17, 0, 0, 0, 0)\nif pid == 0: os._exit(0)\nif pid > 0: return 6',
    'a session and a group of its own':
      'before = os.getpgid(0), os.getsid(0)\nworks(os.setsid)\nworks(os.setpgid, 0, 0)\npid = os.fork()\nif pid == 0:\n    works(os.setsid)\n    os._exit((os.getpgid(0), os.getsid(0)) != before)\nif os.waitpid(pid, 0)[1] or (os.getpgid(0), os.getsid(0)) != before: return 6',
    'adopts orphans, names a tracer, drops the death signal':
      'for option, value in ((36, 1), (0x59616D61, -1), (1, 0), (41, 1)):\n    if libc.prctl(option, value, 0, 0, 0) == 0: return 6',
    'a filter with a listener':
      'code = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0x7fff0000))\nprogram = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", 1, ctypes.addressof(code)))\nif libc.syscall(317, 1, 8, program) >= 0: return 6',
    'becomes a user next to its own':
      'for step in (-2, -1, 1, 2):\n    uid = os.getuid() + step\n    if works(os.setresuid, -1, uid, -1) or works(os.setresuid, uid, uid, uid) or works(os.setuid, uid): return 6',
    'odd protocols, raw sockets, filters on sockets':
      'for family, kind, protocol in ((2, 1, 132), (2, 1, 262), (2, 2, 136), (2, 3, 1), (2, 2, 1), (38, 5, 0), (1, 3, 0)):\n    if works(socket.socket, family, kind, protocol): return 6\ncode = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xffff))\nif works(socket.socket().setsockopt, 1, 26, struct.pack("HxxxxxxQ", 1, ctypes.addressof(code))): return 6',
    'a controlling terminal':
      'master, slave = os.openpty()\nif works(fcntl.ioctl, slave, 0x540E, 0) or works(fcntl.ioctl, slave, 0x5412, b"x"): return 6',
    'watches of files, message queues, other personalities':
      'if libc.inotify_init1(0) >= 0 or libc.syscall(240, b"queue", 0o102, 0o600, None) >= 0: return 6\nif libc.personality(0x0040000) >= 0: return 6',
    'writes out the disks of the host': 'if libc.syscall(162) == 0: return 6',
  }),
  ...asking('exhaustion', {
    'memory in nameless files': 'for i in range(10): os.posix_fallocate(os.memfd_create("m"), 0, 60 << 20)\nreturn 6',
    'memory in shared maps':
      'maps, content = [], b"x" * (16 << 20)\nfor i in range(36):\n    maps.append(mmap.mmap(-1, 16 << 20))\n    maps[-1][:] = content\nreturn 6',
    'memory in shared maps of a device':
      'fd, maps, content = os.open("/dev/zero", os.O_RDWR), [], b"x" * (16 << 20)\nfor i in range(36):\n    maps.append(mmap.mmap(fd, 16 << 20))\n    maps[-1][:] = content\n    maps[-1].madvise(mmap.MADV_DONTNEED)\nreturn 6',
    'memory in pipes':
      'pipes = [os.pipe() for i in range(60)]\nfor r, w in pipes:\n    if not works(fcntl.fcntl, w, 1031, 1 << 20): return 1\n    os.write(w, b"x" * (1 << 20))\nreturn 6',
    'raises its limits':
      'for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):\n    hard = resource.getrlimit(kind)[1]\n    works(resource.setrlimit, kind, (hard, hard))\nreturn 6 if len(bytearray(400 << 20)) else 1',
    'children that use the time':
      'for i in range(2):\n    if os.fork() == 0:\n        while time.process_time() < 0.45: pass\n        os._exit(0)\nfor i in range(2): os.wait()\nused = resource.getrusage(resource.RUSAGE_CHILDREN)\nif used.ru_utime + used.ru_stime > 0.8: return 6',
  }),
];
