/**
 * What the WebAssembly interpreter may ask of JavaScript. Emscripten and Pyodide give it 268 functions, among them ways
 * to read properties of JavaScript objects, call them, open sockets and fetch. Once `gate.locked` is set only those
 * listed here answer, and they touch nothing but the interpreter's memory, its in-memory files, and the clock. So code
 * inside, even with full control of the interpreter's memory, has no path to a JavaScript object.
 */

/** Thrown through the interpreter, past all Python code, when it asks for what it may not have. */
export class Denied extends Error {}

/** Thrown through the interpreter when the program ends its own process. */
export class Exited extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const EAFNOSUPPORT = 5;
const ENOSYS = 52;
const EPERM = 63;

/** Emscripten's own, over its in-memory files and clock. */
const KEPT = new Set(
  `fd_close fd_read fd_write fd_seek fd_pread fd_pwrite fd_sync fd_fdstat_get environ_get environ_sizes_get
  clock_res_get __syscall_fcntl64 __syscall_openat _tzset_js __syscall_faccessat __syscall_chdir __syscall_chmod
  __syscall_fchownat __syscall_dup __syscall_dup3 _munmap_js _msync_js _mmap_js emscripten_date_now __syscall_fchdir
  __syscall_fchmod __syscall_fchmodat2 __syscall_fchown32 __syscall_fdatasync __syscall_fstat64 __syscall_stat64
  __syscall_newfstatat __syscall_lstat64 __syscall_ftruncate64 __syscall_getcwd __syscall_getdents64
  __syscall_mkdirat _timegm_js _mktime_js _localtime_js _gmtime_js __syscall_fadvise64 __syscall_fallocate
  _emscripten_get_progname __syscall_readlinkat __syscall_unlinkat __syscall_rmdir __syscall_renameat
  __syscall_statfs64 __syscall_fstatfs64 __syscall_symlinkat emscripten_get_heap_max emscripten_resize_heap
  __syscall_truncate64 __syscall_utimensat __syscall_ioctl JsvError_Check
  emscripten_runtime_keepalive_push emscripten_runtime_keepalive_pop _emscripten_runtime_keepalive_clear`.split(/\s+/),
);

/** What is answered where Emscripten has a call of its own: error numbers, and 0, which says nothing was done. */
const REFUSALS = [
  [-EPERM, '__syscall_pipe __syscall_mknodat'],
  [
    -EAFNOSUPPORT,
    `__syscall_accept4 __syscall_bind __syscall_connect __syscall_getpeername __syscall_getsockname __syscall_getsockopt
    __syscall_listen __syscall_recvfrom __syscall_recvmsg __syscall_sendmsg __syscall_sendto __syscall_socket`,
  ],
  [-ENOSYS, '_emscripten_system'],
  [-4, 'getaddrinfo getnameinfo'],
  // The second line asks whether a descriptor is a socket of Pyodide's: none is.
  [
    0,
    `_setitimer_js __syscall_poll getprotobyname _dlopen_js _dlsym_js _emscripten_log_formatted emscripten_log_impl_js
    _maybe_connect_async _try_fcntl64 _try_shutdown _maybe_recvfrom_async _maybe_sendto_async _maybe_poll_async`,
  ],
  [0o22, '__syscall_umask_js'],
  [1000, '__syscall_getuid32_js'],
];
const REFUSED = new Map(REFUSALS.flatMap(([answer, names]) => names.split(/\s+/).map((name) => [name, answer])));

/** The one table of JavaScript functions that the interpreter gets. `own` wins over everything else. */
export function guardedImports(original, own, gate) {
  const guarded = {};
  for (const namespace of ['env', 'wasi_snapshot_preview1']) {
    guarded[namespace] = new Proxy(original[namespace], {
      get(target, name) {
        if (Object.hasOwn(own, name)) return own[name];
        const given = target[name];
        if (typeof given !== 'function' || KEPT.has(name)) return given;
        const refusal = REFUSED.get(name);
        return (...args) => {
          if (!gate.locked) return given(...args);
          if (refusal !== undefined) return refusal;
          throw new Denied(`${name} is not available`);
        };
      },
    });
  }
  return { ...original, ...guarded };
}

/** Replacements for what Emscripten or Pyodide do through the host, or not fast enough. */
export function ownImports(interpreter) {
  const { host, deadline } = interpreter;
  const bytes = (at, size) => new Uint8Array(interpreter.memory.buffer, at >>> 0, size >>> 0);
  const entries = [];
  const marker = Symbol('error');
  return {
    Jsv_GetError_import: () => marker,
    JsvError_Check: (value) => value === marker,
    random_get: (at, size) => {
      host.randomFill(bytes(at, size));
      return 0;
    },
    _Py_CheckEmscriptenSignals_Helper: () => {
      deadline.check();
      return 0;
    },
    // Asked by nothing but the loop in which a sleep waits for its end: asleep it takes no processor time, as elsewhere.
    emscripten_get_now: () => {
      host.doze(1);
      deadline.check();
      return host.now();
    },
    clock_time_get: (clock, _precision, at) => {
      deadline.check();
      const nanoseconds = clock === 0 ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(host.now() * 1e6));
      new DataView(interpreter.memory.buffer).setBigUint64(at >>> 0, nanoseconds, true);
      return 0;
    },
    _PyEM_TrampolineCall_JS: (pointer, a, b, c) => {
      entries[pointer] ??= interpreter.table.get(pointer);
      return entries[pointer](a, b, c);
    },
    exit: (code) => {
      throw new Exited(code);
    },
    proc_exit: (code) => {
      throw new Exited(code);
    },
    _abort_js: () => {
      throw new Exited(134);
    },
  };
}
