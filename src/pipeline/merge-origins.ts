import { hashOf } from '../core/hash.ts';
import type { Candidate, GeneratedTest, Origin, TestBody } from '../core/program.ts';
import { normaliseProgram, normaliseTest } from '../python-source/renaming/normalise.ts';

/** Several of one kind that behave equally. */
export interface Merged<T> {
  id: string;
  value: T;
  origins: Origin[];
}

/**
 * Merges items with the same id; the first one is kept, with every origin.
 *
 * @param items in sample order
 */
export function mergeById<T>(
  items: readonly { readonly id: string; readonly value: T; readonly origin: Origin }[],
): Merged<T>[] {
  const merged = new Map<string, Merged<T>>();
  for (const { id, value, origin } of items) {
    const known = merged.get(id);
    if (known) known.origins.push(origin);
    else merged.set(id, { id, value, origins: [origin] });
  }
  return [...merged.values()];
}

/** Programs and tests of one task, merged by syntax tree up to names; ids are hashes of that form. */
export function mergeSamples(
  taskId: string,
  programs: readonly { readonly code: string; readonly origin: Origin }[],
  bodies: readonly { readonly body: TestBody; readonly origin: Origin }[],
): { readonly candidates: readonly Candidate[]; readonly tests: readonly GeneratedTest[] } {
  const candidates = mergeById(
    programs.map(({ code, origin }) => ({ id: hashOf(normaliseProgram(code)), value: code, origin })),
  );
  const tests = mergeById(bodies.map(({ body, origin }) => ({ id: hashOf(normaliseTest(body)), value: body, origin })));
  return {
    candidates: candidates.map(({ id, value, origins }) => ({ id, taskId, code: value, origins })),
    tests: tests.map(({ id, value, origins }) => ({ id, taskId, body: value, origins })),
  };
}
