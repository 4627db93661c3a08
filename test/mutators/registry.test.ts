import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { mutators, selectMutators } from '../../mutators/index.ts';
import type { Mutator } from '../../src/core/mutation.ts';

const FOLDER = new URL('../../mutators/', import.meta.url);
/** Families with files of code; those of lexicons alone are files of `data/lexicons`. */
const PREFIX = {
  ...{ lexical: 'lex-', grammatical: 'gram-', naming: 'name-' },
  ...{ layout: 'fmt-', noise: 'noise-', approach: 'app-' },
};
const LEXICONS = new URL('../data/lexicons/', FOLDER);

describe('registry and folders', () => {
  test('every mutator file is registered, exports one thing, and is named after its id; so is every lexicon', async () => {
    const found: string[] = [];
    for (const [family, prefix] of Object.entries(PREFIX)) {
      for (const file of readdirSync(new URL(`${family}/`, FOLDER))) {
        expect(file, `${family}/${file}`).toMatch(/^[a-z-]+-mutator\.ts$/);
        const [mutator, ...others] = Object.values(
          await import(new URL(`${family}/${file}`, FOLDER).href),
        ) as Mutator[];
        expect(others, `${file} exports more than one thing`).toEqual([]);
        expect(mutator).toMatchObject({ name: prefix + file.replace(/-mutator\.ts$/, ''), family });
        found.push(mutator?.name ?? file);
      }
    }
    for (const file of readdirSync(LEXICONS)) {
      const { name } = JSON.parse(readFileSync(new URL(file, LEXICONS), 'utf8'));
      if (name !== undefined) found.push(name);
    }
    expect(mutators.map(({ name }) => name).sort()).toEqual(found.sort());
  });

  test('every guard file is registered, exports one thing, and is named after its id', async () => {
    const files = readdirSync(new URL('guards/', FOLDER)).filter((file) => file.endsWith('-guard.ts'));
    for (const file of files) {
      const module = (await import(new URL(`guards/${file}`, FOLDER).href)) as Record<string, { name: string }>;
      expect(Object.values(module).map(({ name }) => name)).toEqual([file.replace(/-guard\.ts$/, '')]);
    }
    expect(guards.map(({ name }) => `${name}-guard.ts`).sort()).toEqual(files.sort());
  });

  test('the catalogue entry of a mutator is what it does', () => {
    for (const mutator of mutators) {
      expect(mutator.summary).toMatch(/\.$/);
      expect(mutator.example.before).not.toBe(mutator.example.after);
    }
  });
});

describe('selectMutators', () => {
  const names = (selection: string) => selectMutators(selection).map(({ name }) => name);

  test('takes ids, families, all and none, in the registry order and without doubles', () => {
    expect(names('fmt-reflow,lex-task-verb')).toEqual(['lex-task-verb', 'fmt-reflow']);
    const naming = ['func-case', 'func-neutral', 'func-task', 'param-case', 'param-rename'];
    expect(names('family:naming, name-func-neutral')).toEqual(naming.map((name) => `name-${name}`));
    expect(names('none')).toEqual([]);
    expect(names('approaches, app-plan')).toEqual(['app-edge-cases', 'app-plan', 'app-simplest', 'app-twice']);
    expect(names('all')).toEqual(
      mutators
        .filter(({ preserves, family }: Mutator) => preserves !== 'adversarial' && !/noise|approach/.test(family))
        .map(({ name }) => name),
    );
  });

  test('adversarial ones come in by their own id, or where asked for', () => {
    expect(names('family:lexical')).not.toContain('lex-typo');
    expect(names('lex-typo')).toEqual(['lex-typo']);
    expect(selectMutators('all', { includeAdversarial: true })).toEqual(
      mutators.filter(({ family }: Mutator) => !/noise|approach/.test(family)),
    );
  });

  test.each([
    ['lex-task-verbs', 'Did you mean "lex-task-verb"? '],
    ['family:lexcal', 'Did you mean "family:lexical"? '],
    ['noise-swap-letters-4', 'Did you mean "noise-swap-letters"? '],
    ['qqqq', ''],
  ])('an unknown id names the nearest, where one is near: %s', (id, suggestion) => {
    expect(() => selectMutators(id)).toThrow(
      expect.objectContaining({
        code: 'unknown-mutator',
        exitCode: 2,
        hint: `${suggestion}"mutagree mutators" lists them.`,
      }),
    );
  });
});
