import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NotPackedTests, pickledText, unpackTests } from '../../../src/datasets/formats/live-code-bench-tests.ts';
import { tempPath } from '../../fakes/temp-dir.ts';

const pack = (pickle: Buffer) => deflateSync(pickle).toString('base64');

function python(code: string): Buffer {
  const { stdout, stderr, status } = spawnSync('python3', ['-I', '-c', code]);
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

test.each([2, 3, 4, 5])('protocol %i of Python: short, long and foreign texts', (protocol) => {
  const code = `import pickle, struct, sys
for text in ("[]", "é\\U0001F600" * 3, "x" * 300, "y" * 200000):
    data = pickle.dumps(text, ${protocol})
    sys.stdout.buffer.write(struct.pack("<I", len(data)) + data)`;
  const stream = python(code);
  const texts: string[] = [];
  for (let at = 0; at < stream.length; ) {
    const size = stream.readUInt32LE(at);
    texts.push(pickledText(stream.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  expect(texts).toEqual(['[]', 'é😀é😀é😀', 'x'.repeat(300), 'y'.repeat(200_000)]);
});

test('a pickle that calls a function is refused, and nothing runs', async () => {
  const trace = await tempPath('ran');
  const pickle = python(`import os, pickle, sys
class Evil:
    def __reduce__(self):
        return os.system, ("touch ${trace}",)
sys.stdout.buffer.write(pickle.dumps(Evil()))`);
  expect(() => unpackTests(pack(pickle))).toThrow('which is never loaded');
  expect(existsSync(trace)).toBe(false);
  // The very same bytes do run where they are loaded.
  python(`import pickle; pickle.loads(bytes.fromhex("${pickle.toString('hex')}"))`);
  expect(existsSync(trace)).toBe(true);
  rmSync(trace);
});

test.each([
  ['a list', Buffer.from('80045d942e', 'hex')],
  ['two texts', Buffer.from('80048c01618c01622e', 'hex')],
  ['bytes behind the end', Buffer.from('80048c0161942e00', 'hex')],
  ['a text cut short', Buffer.from('80048c0561', 'hex')],
  ['a frame cut short', Buffer.from('800495ff000000000000008c0161942e', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', (_what, pickle) => {
  expect(() => unpackTests(pack(pickle))).toThrow(NotPackedTests);
});

test('what unpacks to more than the bound is refused', () => {
  expect(() => unpackTests(pack(Buffer.alloc(2 ** 28 + 1)))).toThrow('unpacks to more than 256 MiB');
});
