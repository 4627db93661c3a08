import { does, finds, type SystemAttack } from './system-attack.ts';

/** Programs that want to see, signal, change or outlive another process. */
export const processAttacks: readonly SystemAttack[] = [
  ...does({
    'leaves a vfork that never execs': 'import ctypes\nlibc = ctypes.CDLL(None)\nif libc.vfork() == 0: libc.pause()',
    'makes a thread that no process has':
      'n = 56 if os.uname().machine == "x86_64" else 220\nfor flags in (0x00010000, 0x10000000, 0x20000000, 0x40000000, 0x02000000):\n    if libc().syscall(n, flags | 17, 0, 0, 0, 0) == 0: os._exit(0)',
    'asks for the new clone':
      'args = struct.pack("<8Q", 0x8000, 0, 0, 0, 17, 0, 0, 0)\nif libc().syscall(435, args, 64) == 0: os._exit(0)\ntime.sleep(0.01)',
    'dies by every signal in turn':
      'for n in (4, 6, 7, 8, 11, 24, 25, 31):\n    if os.fork() == 0:\n        signal.signal(n, signal.SIG_DFL)\n        os.kill(os.getpid(), n)\nos.kill(os.getpid(), 31)',
    'kills its group, and all':
      'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor pid in (0, -1):\n    try: os.kill(pid, signal.SIGTERM)\n    except OSError: pass',
    'stops itself, and a child goes on with it':
      'me = os.getpid()\nif os.fork() == 0:\n    for _ in range(1000):\n        time.sleep(0.02)\n        os.kill(me, signal.SIGCONT)\n    os._exit(0)\nos.kill(me, signal.SIGSTOP)',
  }),
  ...finds({
    'leaves a server for the next cell': [
      'from_before = socket.socket(socket.AF_UNIX)\ntry:\n    from_before.connect("\\0left")\n    return 6 if x == 3 else 8\nexcept OSError: pass\nserver = socket.socket(socket.AF_UNIX)\nserver.bind("\\0left")\nserver.listen()\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)\n    os._exit(0)',
      { tests: ['assert f(3) == 6', 'assert f(4) == 8'] },
    ],
  }),
];
