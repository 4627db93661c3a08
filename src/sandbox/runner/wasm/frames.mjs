/**
 * Frames between a locked interpreter process and its parent: 4 bytes length of all that follows, 4 bytes length of a
 * JSON header, the header, then raw bytes. Blocking reads and writes only: the event loop of the process never turns again.
 */
import { readSync, writeSync } from 'node:fs';

const FROM_PARENT = 3;
const TO_PARENT = 4;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const fromUtf8 = new TextDecoder();
const toUtf8 = new TextEncoder();

/** Fills a part of the view; how many bytes of it, 0 when the parent is gone. */
export function readBytes(view) {
  return view.length === 0 ? 0 : readSync(FROM_PARENT, view, 0, view.length, null);
}

export function writeBytes(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(TO_PARENT, bytes, at, bytes.length - at);
}

function readExactly(size) {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const got = readBytes(bytes.subarray(at));
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

const numberAt = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

/** 4 bytes length of a JSON header, the header, then raw bytes; `room` bytes in front stay free. */
export function pack(header, body, room = 0) {
  const head = toUtf8.encode(JSON.stringify(header));
  const bytes = new Uint8Array(room + 4 + head.length + body.length);
  new DataView(bytes.buffer).setUint32(room, head.length, true);
  bytes.set(head, room + 4);
  bytes.set(body, room + 4 + head.length);
  return bytes;
}

export function unpack(bytes) {
  const end = 4 + numberAt(bytes, 0);
  return { header: JSON.parse(fromUtf8.decode(bytes.subarray(4, end))), body: bytes.subarray(end) };
}

/** The next `{header, body}`, or null when the parent is gone. */
export function receive() {
  const head = readExactly(4);
  if (head === null || numberAt(head, 0) > MAX_FRAME_BYTES) return null;
  const bytes = readExactly(numberAt(head, 0));
  return bytes === null ? null : unpack(bytes);
}

/** Writes one frame whole. */
export function send(header, body = new Uint8Array(0)) {
  const frame = pack(header, body, 4);
  new DataView(frame.buffer).setUint32(0, frame.length - 4, true);
  writeBytes(frame);
}
