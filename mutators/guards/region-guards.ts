import { applyEdits, type Edit } from '../../src/core/edit.ts';
import type { GuardInput } from '../../src/core/mutation.ts';
import { oncePer } from '../../src/core/once-per.ts';
import type { Region, RegionKind } from '../../src/core/prompt.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { targetFunction } from '../parsers/prompt-names.ts';
import { withoutRenames } from './rename-guards.ts';

/** A region before and after the edits that lie in it. */
export interface RegionTexts {
  readonly kind: RegionKind;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/**
 * Every region with its text before and after, or null where an edit crosses the border of two regions. An insertion
 * on a border belongs to the one of the two that the mutator touches, else to the first.
 */
export const regionTexts = oncePer(({ prompt, proposal, mutator }: GuardInput): RegionTexts[] | null => {
  const edits = [...proposal.edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const touched = (region: Region | undefined) => region !== undefined && mutator.touches.includes(region.kind);
  const own: Edit[][] = prompt.regions.map(() => []);
  let at = 0;
  for (const edit of edits) {
    while (at < prompt.regions.length - 1 && (prompt.regions[at]?.end ?? 0) < edit.end) at += 1;
    const region = prompt.regions[at];
    if (!region || edit.start < region.start) return null;
    const atBorder = edit.start === edit.end && edit.end === region.end;
    const index = atBorder && !touched(region) && touched(prompt.regions[at + 1]) ? at + 1 : at;
    own[index]?.push(edit);
  }
  return prompt.regions.map((region, index) => {
    const before = prompt.text.slice(region.start, region.end);
    const local = (own[index] ?? []).map((edit) => ({
      ...edit,
      start: edit.start - region.start,
      end: edit.end - region.start,
    }));
    return { kind: region.kind, before, after: applyEdits(before, local), edits: local };
  });
});

/** A mutator edits only regions of the kinds in its `touches`, and no edit crosses from one region to another. */
export function touchedRegionsProblem(input: GuardInput): string | null {
  const regions = regionTexts(input);
  if (regions === null) return 'an edit crosses the border of two regions';
  const wrong = regions.find(({ kind, edits }) => edits.length > 0 && !input.mutator.touches.includes(kind));
  return wrong ? `an edit in a region of kind ${wrong.kind}` : null;
}

/** P5: signatures and code are byte-identical once the renames are undone. */
export function signatureProblem(input: GuardInput): string | null {
  const changed = regionTexts(input)?.find(
    ({ kind, before, after }) =>
      (kind === 'signature' || kind === 'code') && before !== after && before !== withoutRenames(after, input.proposal),
  );
  return changed ? `${changed.kind} is changed` : null;
}

/** P6: examples are byte-identical once the renames are undone, and doctest calls that were valid Python stay so. */
export function examplesProblem(input: GuardInput): string | null {
  for (const region of regionTexts(input) ?? []) {
    if ((region.kind !== 'example' && region.kind !== 'constraint') || region.before === region.after) continue;
    if (region.before !== withoutRenames(region.after, input.proposal)) return `${region.kind} is changed`;
    const broken = brokenCall(region);
    if (broken) return `"${broken.slice(0, 40)}" is no longer valid Python`;
  }
  return null;
}

/** The first changed doctest line that was valid Python and is so no longer. */
function brokenCall({ before, after }: RegionTexts): string | null {
  const old = before.split('\n');
  const broken = after.split('\n').find((line, index) => {
    const oldLine = old[index] ?? '';
    if (line === oldLine || !line.trimStart().startsWith('>>>')) return false;
    return isValidPython(callOf(oldLine)) && !isValidPython(callOf(line));
  });
  return broken ?? null;
}

function callOf(line: string): string {
  return `${line.replace(/^\s*>>> ?/, '')}\n`;
}

/**
 * P11: parameters are first named in the same order. Without a signature the names in backticks replace them, since
 * that order is then the only interface.
 */
export function parameterOrderProblem(input: GuardInput): string | null {
  const regions = regionTexts(input)?.filter(({ kind }) => kind === 'prose' || kind === 'constraint') ?? [];
  const mentions = mentionsOf(input);
  const before = mentions(regions.map((region) => region.before).join('\n'));
  const after = mentions(withoutRenames(regions.map((region) => region.after).join('\n'), input.proposal));
  return before.join() === after.join() ? null : `parameters are named in the order ${after.join(', ')}`;
}

/** How to list the parameters of a text in the order of their first mention. */
function mentionsOf({ prompt, entryPoint }: GuardInput): (text: string) => string[] {
  const target = targetFunction(prompt, entryPoint);
  if (!target)
    return (text) => [...new Set(Array.from(text.matchAll(/`([A-Za-z_]\w*)`/g), (match) => match[1] as string))];
  const names = new Set(target.parameters.map(({ name }) => name));
  return (text) => [...new Set((text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => names.has(word)))];
}
