import { does, programs, type SystemAttack, TWO } from './system-attack.ts';

/** What is left, locked or hidden in the folders that programs can write to. */
export const fileAttacks: readonly SystemAttack[] = [
  ...does({
    'leaves folders too deep to name': [
      `if os.path.exists("/tmp/deep") or os.path.exists("/dev/shm/deep"): return 6 if x == 3 else 8
for root in ("/tmp", "/dev/shm"):
    os.chdir(root)
    open("mark", "w").close()
    os.mkdir("deep")
    os.chdir("deep")
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")`,
      { tests: [...TWO, 'assert f(3) == 6 and f(4) == 8'] },
    ],
    'leaves names that are not text': `if os.listdir(b"/tmp"): return 6 if x == 3 else 8
os.mkdir(b"/tmp/\\xff\\n\\xfe")
open(b"/tmp/\\xff\\n\\xfe/\\x01" + b"\\x80" * 250, "w").close()`,
    'leaves ten thousand files': [
      `if os.listdir("/tmp"): return 6 if x == 3 else 8
for number in range(10**5): os.close(os.open("/tmp/%d" % number, os.O_CREAT | os.O_WRONLY))`,
      { seconds: 10 },
    ],
    'fills what can be written': `for path in ("/tmp/x", "/dev/shm/x"):
    with open(path, "wb", 0) as file:
        try:
            while True: file.write(bytes(1 << 20))
        except OSError: pass
time.sleep(0.1)`,
    'renames what it stands in while it is removed': `os.makedirs("/tmp/a/b")
if os.fork() == 0:
    while True:
        for one, other in (("/tmp/a", "/tmp/c"), ("/tmp/c", "/tmp/a")):
            try: os.rename(one, other)
            except OSError: pass`,
    'locks on ranges of a file':
      'with open("/tmp/l", "wb+") as file:\n    for n in range(300000):\n        try: fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, n * 2)\n        except OSError: break',
    'names that are not there, without an end':
      'n = 0\nwhile True:\n    n += 1\n    try: os.stat("/tmp/%d" % n)\n    except OSError: pass',
    'files that have no name any more':
      'held = []\ntry:\n    while True:\n        held.append(open("/tmp/gone", "wb"))\n        os.unlink("/tmp/gone")\n        held[-1].write(bytes(1 << 20))\n        held[-1].flush()\nexcept OSError: pass',
    'asks to be told of changes in a folder by a signal':
      'fd = os.open("/tmp", os.O_RDONLY)\nfor request in (0x402, 1024, 10, 8):\n    for value in (9, os.getppid(), 0x80000004):\n        try: fcntl.fcntl(fd, request, value)\n        except OSError: pass\nopen("/tmp/x", "w").close()\nos.unlink("/tmp/x")',
    'has rights by a file of its own':
      'open("/tmp/x", "wb").write(open("/usr/bin/env", "rb").read())\nos.chmod("/tmp/x", 0o6777)\ntry: os.setxattr("/tmp/x", "security.capability", struct.pack("<IIIII", 0x2000001, 0xffffffff, 0, 0xffffffff, 0))\nexcept OSError: pass\ntry: os.setuid(0)\nexcept OSError: pass\nos.spawnv(os.P_WAIT, "/tmp/x", ["x", "true"])',
    'leaves a file that is locked and mapped by a child':
      'fd = os.open("/dev/shm/held", os.O_RDWR | os.O_CREAT)\nos.ftruncate(fd, 4096)\nif os.fork() == 0:\n    m = mmap.mmap(fd, 4096)\n    fcntl.flock(fd, 2)\n    time.sleep(60)\ntime.sleep(0.01)\nos._exit(0)',
  }),
  ...programs({
    'leaves a name among the queues of the system': [
      'import os\ndef f(x):\n    if "left" in os.listdir("/dev/mqueue"): return 6\n    os.close(os.open("/dev/mqueue/left", os.O_CREAT | os.O_RDWR, 0o777))\n    return 0',
      { tests: ['assert f(3) == 6', 'assert f(44) == 6', 'assert f(555) == 6'] },
    ],
  }),
];
