/**
 * Frames between a locked interpreter process and its parent: 4 bytes length of all that follows, a line of JSON, the
 * header, then raw bytes. Blocking reads and writes only: the event loop of the process never turns again.
 */
import { readSync, writeSync } from 'node:fs';

const FROM_PARENT = 3;
const TO_PARENT = 4;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const LINE_END = 10;
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

/** A line of JSON, the header, then raw bytes; `room` bytes in front stay free. */
export function pack(header, body, room = 0) {
  const head = toUtf8.encode(`${JSON.stringify(header)}\n`);
  const bytes = new Uint8Array(room + head.length + body.length);
  bytes.set(head, room);
  bytes.set(body, room + head.length);
  return bytes;
}

export function unpack(bytes) {
  const end = bytes.indexOf(LINE_END);
  return { header: JSON.parse(fromUtf8.decode(bytes.subarray(0, end))), body: bytes.subarray(end + 1) };
}

/** The next `{header, body}`, or null when the parent is gone. */
export function receive() {
  const head = readExactly(4);
  const size = head && new DataView(head.buffer).getUint32(0, true);
  const bytes = size === null || size > MAX_FRAME_BYTES ? null : readExactly(size);
  return bytes && unpack(bytes);
}

/** Writes one frame whole. */
export function send(header, body = new Uint8Array(0)) {
  const frame = pack(header, body, 4);
  new DataView(frame.buffer).setUint32(0, frame.length - 4, true);
  writeBytes(frame);
}
