import { gzipSync } from 'node:zlib';
import type { Rng } from '../../src/core/random.ts';

/** Values of every wrong kind, for the field of a record. */
const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  [],
  [[]],
  {},
  { a: { b: [] } },
  'x'.repeat(100_000),
  '__proto__',
];
const SIGNS = [
  '',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  '\ufeff',
  '🙂',
  '-',
  '#',
  '&a',
  '*a',
  '!!js/function',
  '%',
  "'",
];

/** A place in a value: a field of a record or of one inside it. */
function spoil(value: unknown, rng: Rng): unknown {
  if (typeof value !== 'object' || value === null || rng.next() < 0.2) return rng.pick(WRONG);
  if (Array.isArray(value)) {
    const at = rng.below(value.length + 1);
    return rng.next() < 0.3
      ? [...value, rng.pick(WRONG)]
      : value.map((each, index) => (index === at ? spoil(each, rng) : each));
  }
  const entries = Object.entries(value);
  const [name] = entries[rng.below(Math.max(1, entries.length))] ?? ['x'];
  const kind = rng.below(4);
  if (kind === 0) return Object.fromEntries(entries.filter(([field]) => field !== name));
  if (kind === 1) return { ...value, [`${name}${rng.pick(SIGNS)}`]: rng.pick(WRONG) };
  return { ...value, [name]: spoil((value as Record<string, unknown>)[name], rng) };
}

/** Somewhere a cut, a doubled piece, a sign, or a byte that is no text. */
function scratch(bytes: Buffer, rng: Rng): Buffer {
  const at = rng.below(bytes.length + 1);
  const length = rng.below(Math.min(200, bytes.length - at + 1));
  const [head, piece, tail] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  const kind = rng.below(6);
  if (kind === 0) return head;
  if (kind === 1) return Buffer.concat([head, tail]);
  if (kind === 2) return Buffer.concat([head, piece, piece, tail]);
  if (kind === 3) return Buffer.concat([head, Buffer.from(rng.pick(SIGNS)), tail]);
  if (kind === 4) return Buffer.concat([head, Buffer.from([rng.below(256), 0xff, 0xfe]), tail]);
  return Buffer.concat([tail, head]);
}

/** What a file is damaged in: the record of a line, or its bytes. */
export function damaged(text: string, rng: Rng): Buffer {
  const kind = rng.below(10);
  if (kind < 6) {
    const lines = text.trimEnd().split('\n');
    const at = rng.below(lines.length);
    try {
      const spoilt = JSON.stringify(spoil(JSON.parse(lines[at] ?? ''), rng)) ?? '';
      return Buffer.from(`${lines.map((line, index) => (index === at ? spoilt : line)).join('\n')}\n`);
    } catch {
      return scratch(Buffer.from(text), rng);
    }
  }
  if (kind === 6) return gzipSync(text).subarray(0, 20 + rng.below(100));
  if (kind === 7) return Buffer.from(`${'['.repeat(50_000)}`);
  if (kind === 8) return Buffer.from(Array.from({ length: rng.below(400) }, () => rng.below(256)));
  let bytes: Buffer = Buffer.from(text);
  for (let times = 1 + rng.below(4); times > 0; times--) bytes = scratch(bytes, rng);
  return bytes;
}

/** What somebody may write behind a flag. */
export function oddValue(rng: Rng, paths: readonly string[]): string {
  const kind = rng.below(7);
  if (kind === 0) return rng.pick(paths);
  if (kind === 1) return String((rng.next() - 0.5) * 10 ** rng.below(20));
  if (kind === 2)
    return rng
      .pick(SIGNS)
      .repeat(1 + rng.below(50))
      .replaceAll('\u0000', '0');
  if (kind === 3)
    return rng.pick([
      'NaN',
      'Infinity',
      '-0',
      '1e999',
      '0x10',
      '1,2',
      '2025-02-30',
      'all',
      'none',
      'family:',
      'null',
      '{}',
      '[1]',
    ]);
  if (kind === 4)
    return rng.pick([
      'http://',
      'redis://',
      'redis://10.0.0.1:1',
      'ftp://x',
      'http://127.0.0.1:1/v1',
      '127.0.0.1',
      'file:///etc/passwd',
    ]);
  if (kind === 5) return rng.pick(['/nowhere/file.jsonl', '/dev/null', '/proc/self/mem', '/', '.', '..', '-', '']);
  return String(rng.below(10));
}
