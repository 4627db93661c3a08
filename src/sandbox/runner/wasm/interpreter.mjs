/**
 * CPython in WebAssembly without Pyodide's bridge to JavaScript: it is booted, warmed up, locked, and then only called
 * with bytes and asked for bytes. Its whole state (linear memory and in-memory files) can be put back to a snapshot.
 */
import { Deadline } from './deadline.mjs';
import { addDevice, BoundedOutput, FileState, redirect, removeOtherDevices } from './files.mjs';
import { guardedImports, ownImports } from './imports.mjs';

const LINE = 3;
const PAGE = 65536;
/** The one folder that programs can write to. */
const SCRATCH = '/tmp';
const MEBIBYTE = 1024 * 1024;
const OUTPUT_BYTES = 16 * MEBIBYTE;
const ERROR_BYTES = 64 * 1024;
/** Grown beyond this, the memory of a finished program is given back by replacing the process. */
const KEEPABLE_BYTES = 192 * MEBIBYTE;

export class Interpreter {
  /** @param host captured functions: now, cpuUsage, randomFill, doze (milliseconds). */
  constructor(host) {
    this.host = host;
    this.gate = { locked: false };
    this.deadline = new Deadline(host);
    this.stdin = new Uint8Array(0);
    this.stdout = new BoundedOutput(OUTPUT_BYTES);
    this.stderr = new BoundedOutput(ERROR_BYTES);
    this.limitBytes = 4096 * MEBIBYTE;
    this.memoryRefused = false;
  }

  /** Boots it. */
  async load({ createModule, wasm, stdlib, files, fromImage }) {
    const module = await WebAssembly.compile(wasm);
    this.module = await createModule({
      noInitialRun: fromImage,
      thisProgram: 'python3',
      arguments: [],
      print() {},
      printErr() {},
      API: { config: { jsglobals: {}, env: {} }, runtimeEnv: {} },
      locateFile: (path) => path,
      preRun: [(created) => this.prepareFiles(created, stdlib, fromImage ? null : files)],
      instantiateWasm: (imports, done) => {
        this.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
      },
    });
    this.exports = this.instance.exports;
    this.redirectStreams();
  }

  async instantiate(module, imports) {
    const guarded = guardedImports(imports, ownImports(this), this.gate);
    this.instance = await WebAssembly.instantiate(module, guarded);
    this.memory = this.instance.exports.memory;
    this.table = this.instance.exports.__indirect_function_table;
    const grow = this.memory.grow;
    this.memory.grow = (pages) => {
      if (this.memory.buffer.byteLength + pages * PAGE > this.limitBytes) {
        this.memoryRefused = true;
        throw new RangeError('over the memory limit');
      }
      return grow.call(this.memory, pages);
    };
    this.foreign = WebAssembly.Module.imports(module)
      .filter(({ module: namespace }) => namespace === 'GOT.func')
      .map(({ name }) => imports['GOT.func'][name]);
    return this.instance;
  }

  prepareFiles(created, stdlib, files) {
    const { FS, ENV } = created;
    FS.mkdirTree('/lib/python3.14/site-packages');
    FS.mkdirTree('/lib/python3.14/lib-dynload');
    FS.writeFile('/lib/python314.zip', stdlib);
    if (files !== null) {
      FS.mkdir('/runner');
      for (const [name, contents] of Object.entries(files)) FS.writeFile(`/runner/${name}`, contents);
    }
    for (const path of ['/home/web_user', '/home', '/dev/shm/tmp']) if (FS.analyzePath(path).exists) FS.rmdir(path);
    FS.chdir(SCRATCH);
    const [HOME, TMPDIR, PWD] = [SCRATCH, SCRATCH, SCRATCH];
    const nobody = { USER: undefined, LOGNAME: undefined, _: undefined };
    const PATH = '/usr/local/bin:/usr/bin:/bin';
    Object.assign(ENV, { ...nobody, HOME, TMPDIR, PWD, PATH, LANG: 'C.UTF-8', PYTHONHASHSEED: '0' });
    const random = (view) => {
      this.host.randomFill(view);
      return view.length;
    };
    addDevice(FS, '/dev/random', 0, { read: random, write() {} });
    addDevice(FS, '/dev/urandom', 1, { read: random, write() {} });
  }

  redirectStreams() {
    const { FS } = this.module;
    const streams = {
      stdin: { read: (view) => this.readStdin(view) },
      stdout: { write: (bytes) => this.stdout.write(bytes) },
      stderr: { write: (bytes) => this.stderr.write(bytes) },
    };
    for (const [fd, [name, device]] of Object.entries(streams).entries()) {
      addDevice(FS, `/dev/${name}`, 2 + fd, device);
      redirect(FS, fd, `/dev/${name}`, Math.min(fd, 1));
    }
    removeOtherDevices(FS);
  }

  readStdin(view) {
    const part = this.stdin.subarray(0, view.length);
    view.set(part);
    this.stdin = this.stdin.subarray(part.length);
    return part.length;
  }

  /** The way to the other side: a device of its own, open on descriptor 3. */
  openLine(read, write) {
    const { FS } = this.module;
    addDevice(FS, '/dev/line', 10, { read, write });
    const { fd } = FS.open('/dev/line', 2);
    if (fd !== LINE) throw new Error(`the line is descriptor ${fd}`);
  }

  /** What `use` gives of the address of a text; for start-up only. */
  withText(text, use) {
    const { module } = this;
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    const result = use(at);
    module._free(at);
    return result;
  }

  /** Runs Python source in `__main__`. */
  runSource(source) {
    const failed = this.withText(source, (at) => this.module._PyRun_SimpleString(at));
    if (failed) throw new Error(`start-up code failed: ${new TextDecoder().decode(this.stderr.bytes())}`);
  }

  /** Addresses of a module's Python functions; the same in every instance made from the image. */
  functionsOf(moduleName) {
    const { module } = this;
    const owner = this.withText(moduleName, (at) => module._PyImport_ImportModule(at));
    return (name) => this.withText(name, (at) => module._PyObject_GetAttrString(owner, at));
  }

  /** A Python function that takes bytes and gives bytes; the result is null where Python raised. */
  bytesFunction(callable) {
    const { module } = this;
    return (input) => {
      const at = module._malloc(input.length || 1);
      if (!at) return null;
      module.HEAPU8.set(input, at);
      const argument = module._PyBytes_FromStringAndSize(at, input.length);
      module._free(at);
      if (!argument) return null;
      const result = module._PyObject_CallOneArg(callable, argument);
      module._Py_DecRef(argument);
      if (!result) return null;
      const start = module._PyBytes_AsString(result) >>> 0;
      const output = module.HEAPU8.slice(start, start + module._PyBytes_Size(result));
      module._Py_DecRef(result);
      return output;
    };
  }

  /** From here on the interpreter asks for its deadline, and reaches nothing but its memory, its files and the clock. */
  lock() {
    for (const entry of this.foreign) if (entry.value > 0) this.table.set(entry.value, null);
    this.module.HEAP8[this.module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
    this.gate.locked = true;
  }

  get topOfHeap() {
    return this.module.HEAPU32[this.module._emscripten_get_sbrk_ptr() >>> 2];
  }

  /**
   * Remembers memory and files as they are, with nothing running on the stack; `restore` comes back to the last
   * snapshot. `image` is a copy of the memory where there is one already.
   */
  snapshot(stack, image = this.module.HEAPU8.slice(0, this.topOfHeap)) {
    this.module.__emscripten_stack_restore(stack);
    this.saved = { memory: image, stack };
    this.files ??= new FileState(this.module.FS, SCRATCH);
    this.files.snapshot();
    this.baseBytes = this.memory.buffer.byteLength;
  }

  /** Whether the memory has grown so much that the process is better replaced. */
  get bloated() {
    return this.memory.buffer.byteLength > KEEPABLE_BYTES;
  }

  restore() {
    const { module, saved } = this;
    this.deadline.clear();
    const used = this.topOfHeap;
    module.HEAPU8.set(saved.memory);
    if (used > saved.memory.length) {
      module.HEAPU8.fill(0, saved.memory.length, Math.min(used, module.HEAPU8.length));
    }
    module.__emscripten_stack_restore(saved.stack);
    this.files.restore();
    this.stdin = new Uint8Array(0);
    this.stdout.clear();
    this.stderr.clear();
    this.memoryRefused = false;
  }

  limitMemory(mebibytes) {
    this.limitBytes = this.baseBytes + mebibytes * MEBIBYTE;
  }

  /** Makes a fresh instance the one that the image was taken from. */
  adopt(image) {
    const { module } = this;
    const missing = image.length - module.HEAPU8.length;
    if (missing > 0) module.growMemory(image.length);
    module.HEAPU8.set(image);
  }
}
