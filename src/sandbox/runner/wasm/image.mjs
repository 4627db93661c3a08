/**
 * A booted, warmed-up interpreter as one file: 4 bytes length of a JSON header (addresses of the functions that are
 * called, the stack's), the header, then the linear memory. Starting from it saves the seconds that CPython needs to
 * compile its own library.
 */

export function packImage(header, memory) {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + head.length + memory.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  bytes.set(memory, 4 + head.length);
  return bytes;
}

export function unpackImage(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const memory = bytes.subarray(4 + length);
  if (memory.length !== header.memoryBytes) throw new Error('the memory image is cut short');
  return { header, memory };
}
