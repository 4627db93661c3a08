import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findScorer, scorers } from '../../agreement/index.ts';
import { ConfigError } from '../../src/core/errors.ts';

const folder = new URL('../../agreement/', import.meta.url);

test('every scorer file is registered, exports one thing, and is named after its scorer', async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('-scorer.ts'));
  const names: string[] = [];
  for (const file of files) {
    const exported = Object.values((await import(new URL(file, folder).href)) as Record<string, unknown>);
    expect(exported, file).toHaveLength(1);
    expect(scorers, `${file} is not in agreement/index.ts`).toContain(exported[0]);
    names.push(file.replace('-scorer.ts', ''));
  }
  expect(scorers.map(({ name }) => name).sort()).toEqual(names.sort());
});

test('a scorer is found by name; a wrong name gets the nearest one', () => {
  expect(findScorer('codet').name).toBe('codet');
  expect(() => findScorer('code-t')).toThrow(ConfigError);
  expect(() => findScorer('code-t')).toThrow(
    expect.objectContaining({ code: 'unknown-scorer', hint: expect.stringContaining('"codet"') }),
  );
});
