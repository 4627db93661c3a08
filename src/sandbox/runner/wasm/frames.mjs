/**
 * Frames between a locked interpreter process and its parent: 4 bytes total length, 4 bytes length of a JSON header,
 * the header, then raw bytes. Blocking reads and writes only: the event loop of the process never turns again.
 */
import { readSync, writeSync } from 'node:fs';

const FROM_PARENT = 3;
const TO_PARENT = 4;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const fromUtf8 = new TextDecoder();
const toUtf8 = new TextEncoder();

function readExactly(size) {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const got = readSync(FROM_PARENT, bytes, at, size - at, null);
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

/** The next `{header, body}`, or null when the parent is gone. */
export function receive() {
  const lengths = readExactly(8);
  if (lengths === null) return null;
  const view = new DataView(lengths.buffer);
  const total = view.getUint32(0, true);
  const headerLength = view.getUint32(4, true);
  if (total > MAX_FRAME_BYTES || headerLength > total) return null;
  const bytes = readExactly(total);
  if (bytes === null) return null;
  return {
    header: JSON.parse(fromUtf8.decode(bytes.subarray(0, headerLength))),
    body: bytes.subarray(headerLength),
  };
}

/** Writes one frame whole. */
export function send(header, body = new Uint8Array(0)) {
  const head = toUtf8.encode(JSON.stringify(header));
  const frame = new Uint8Array(8 + head.length + body.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, head.length + body.length, true);
  view.setUint32(4, head.length, true);
  frame.set(head, 8);
  frame.set(body, 8 + head.length);
  for (let at = 0; at < frame.length; ) at += writeSync(TO_PARENT, frame, at, frame.length - at);
}
