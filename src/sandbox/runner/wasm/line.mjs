/** Length-prefixed messages that Python exchanges with the outside over its one descriptor. */

const NEW_CELL = 0xffffffff;
const MAX_MESSAGE = 64 * 1024 * 1024;

/** One end of a conversation; what Python writes goes out whole, what comes in is read as it is asked for. */
export class Line {
  /**
   * @param interpreter its descriptor is taken.
   * @param take gives the next message from outside, or null where the conversation is over.
   * @param give takes one message of Python's.
   * @param startCell is called where Python says that a new cell begins.
   */
  constructor(interpreter, { take, give, startCell = () => {} }) {
    Object.assign(this, { take, give, startCell });
    this.close();
    interpreter.openLine(
      (view) => this.read(view),
      (bytes) => this.write(bytes),
    );
  }

  open() {
    this.close();
    this.isOpen = true;
  }

  close() {
    this.isOpen = false;
    this.incoming = new Uint8Array(0);
    this.outgoing = new Uint8Array(0);
  }

  read(view) {
    if (!this.isOpen) return 0;
    if (this.incoming.length === 0) {
      const message = this.take();
      if (message === null) {
        this.isOpen = false;
        return 0;
      }
      this.incoming = new Uint8Array(4 + message.length);
      new DataView(this.incoming.buffer).setUint32(0, message.length, true);
      this.incoming.set(message, 4);
    }
    const part = this.incoming.subarray(0, view.length);
    view.set(part);
    this.incoming = this.incoming.subarray(part.length);
    return part.length;
  }

  write(bytes) {
    if (!this.isOpen) return;
    const all = new Uint8Array(this.outgoing.length + bytes.length);
    all.set(this.outgoing);
    all.set(bytes, this.outgoing.length);
    this.outgoing = all;
    while (this.isOpen && this.outgoing.length >= 4) {
      const size = new DataView(this.outgoing.buffer, this.outgoing.byteOffset).getUint32(0, true);
      if (size === NEW_CELL) {
        this.outgoing = this.outgoing.slice(4);
        this.startCell();
        continue;
      }
      // No side of ours sends so much: the conversation is over.
      if (size > MAX_MESSAGE) this.close();
      if (this.outgoing.length < 4 + size) return;
      const message = this.outgoing.slice(4, 4 + size);
      this.outgoing = this.outgoing.slice(4 + size);
      this.give(message);
    }
  }
}
