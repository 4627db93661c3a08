/**
 * The in-memory files of an interpreter: devices of our own in place of standard input and output, a bound on what
 * programs may write, and a way back to the state of a snapshot.
 */

const ENOSPC = 51;
const EBADF = 8;
const EPERM = 63;
const WRITABLE = 0o222;
const CHARACTER_DEVICE = 0o020666;
const MAX_WRITTEN_BYTES = 64 * 1024 * 1024;
const MAX_NODES = 4096;

/** A stream that keeps at most `limit` bytes of what is written and counts the rest. */
export class BoundedOutput {
  constructor(limit) {
    this.limit = limit;
    this.clear();
  }

  clear() {
    this.buffer = new ArrayBuffer(0, { maxByteLength: this.limit });
    this.written = 0;
  }

  /** Into one buffer: an object for each write would be memory that no limit of a program counts. */
  write(bytes) {
    const kept = this.buffer.byteLength;
    this.written += bytes.length;
    this.buffer.resize(Math.min(this.limit, kept + bytes.length));
    new Uint8Array(this.buffer, kept).set(bytes.subarray(0, this.limit - kept));
  }

  get kept() {
    return this.buffer.byteLength;
  }

  bytes() {
    return new Uint8Array(this.buffer.slice(0));
  }
}

/** Registers a character device at `path`; `read(view)` gives the number of bytes, `write(bytes)` takes all. */
export function addDevice(FS, path, number, { read, write }) {
  const device = FS.makedev(70, number);
  FS.registerDevice(device, {
    open: (stream) => {
      stream.seekable = false;
    },
    close() {},
    read: (_stream, buffer, offset, length) => (read ? read(buffer.subarray(offset, offset + length)) : 0),
    write: (_stream, buffer, offset, length) => {
      if (!write) throw new FS.ErrnoError(EBADF);
      write(buffer.subarray(offset, offset + length));
      return length;
    },
    llseek() {
      throw new FS.ErrnoError(70);
    },
  });
  if (FS.analyzePath(path).exists) FS.unlink(path);
  FS.mkdev(path, CHARACTER_DEVICE, device);
}

const DEVICES = new Set(['.', '..', 'null', 'shm', 'random', 'urandom', 'stdin', 'stdout', 'stderr']);

/** Takes away the devices of Emscripten's: its terminals keep what is written to them, beyond every limit and snapshot. */
export function removeOtherDevices(FS) {
  for (const name of FS.readdir('/dev')) if (!DEVICES.has(name)) FS.unlink(`/dev/${name}`);
}

/** Puts the device at `path` in the place of a standard descriptor. */
export function redirect(FS, fd, path, flags) {
  if (FS.streams[fd]) FS.close(FS.streams[fd]);
  const stream = FS.open(path, flags);
  if (stream.fd !== fd) throw new Error(`descriptor ${stream.fd} instead of ${fd}`);
}

/** Bounds writes to the in-memory files, keeps them to one folder, and undoes them. */
export class FileState {
  constructor(FS, scratch) {
    this.FS = FS;
    this.scratch = FS.lookupPath(scratch).node;
    /** What was there at the snapshot; nothing before. */
    this.base = new Set();
    this.written = 0;
    this.created = 0;
    this.watch();
  }

  spend(bytes) {
    this.written += bytes;
    if (this.written > MAX_WRITTEN_BYTES) throw new this.FS.ErrnoError(ENOSPC);
  }

  /** Modes forbid it already; this holds whatever a program's descriptors say. */
  refuseBase(node) {
    if (this.base.has(node)) throw new this.FS.ErrnoError(EPERM);
  }

  watch() {
    const { FS } = this;
    const { MEMFS: memfs } = FS.filesystems;
    const write = memfs.stream_ops.write;
    const watchedWrite = (stream, buffer, offset, length, position, canOwn) => {
      this.refuseBase(stream.node);
      this.spend(Math.max(0, position + length - stream.node.usedBytes) + 64);
      return write(stream, buffer, offset, length, position, canOwn);
    };
    memfs.ops_table.file.stream.write = watchedWrite;
    memfs.stream_ops.write = watchedWrite;
    const { setattr } = memfs.node_ops;
    const guarded = (node, attributes) => {
      if (node !== this.scratch || attributes.mode !== undefined) this.refuseBase(node);
      if (attributes.size !== undefined) this.spend(Math.max(0, attributes.size - node.usedBytes));
      return setattr(node, attributes);
    };
    for (const { node } of Object.values(memfs.ops_table)) node.setattr = guarded;
    const createNode = FS.createNode;
    FS.createNode = (...args) => {
      this.created++;
      if (this.base.size > 0 && this.created > MAX_NODES) throw new FS.ErrnoError(ENOSPC);
      return createNode.apply(FS, args);
    };
  }

  /** Remembers all there is now; programs can write to none of it but the scratch folder, which is empty. */
  snapshot() {
    const { FS } = this;
    const visit = (node) => {
      if (this.base.has(node)) return;
      this.base.add(node);
      if (node !== this.scratch && !FS.isChrdev(node.mode)) node.mode &= ~WRITABLE;
      if (FS.isDir(node.mode) && node.contents) for (const child of Object.values(node.contents)) visit(child);
      if (node.mounted) visit(node.mounted.root);
    };
    visit(FS.root);
    const { atime, mtime, ctime } = this.scratch;
    this.times = { atime, mtime, ctime };
    this.names = FS.nameTable.slice();
    this.inode = FS.nextInode;
    this.path = FS.currentPath;
    this.streams = FS.streams.map((stream) => stream && { stream, shared: { ...stream.shared } });
    this.written = this.created = 0;
  }

  /** Back to the snapshot: the scratch folder, open descriptors, working directory. */
  restore() {
    const { FS } = this;
    Object.assign(this.scratch, this.times, { contents: {} });
    FS.nameTable = this.names.slice();
    FS.nextInode = this.inode;
    FS.currentPath = this.path;
    FS.streams.length = 0;
    for (const [fd, kept] of this.streams.entries()) {
      if (!kept) continue;
      kept.stream.fd = fd;
      Object.assign(kept.stream.shared, kept.shared);
      FS.streams[fd] = kept.stream;
    }
    this.written = this.created = 0;
  }
}
