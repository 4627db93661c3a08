import { expect, test } from 'vitest';
// @ts-expect-error: a script of the page, checked in a project of its own
import { escapeBidi as inScripts } from '../../../src/reporters/html/client/dom.mjs';
import { escapeBidi } from '../../../src/reporters/steering-text.ts';

test('the scripts of the page let the same characters be seen as its markup', () => {
  const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
  expect(inScripts(letters)).toBe(escapeBidi(letters));
  expect(inScripts('if access != "none\u202e \u2066# only admins\u2069 \u2066":')).not.toMatch(/[\u202e\u2066\u2069]/);
  expect(inScripts(3)).toBe('3');
});
