import { hashOf } from '../core/hash.ts';
import type { Candidate, GeneratedTest, Origin, TestBody } from '../core/program.ts';
import { normaliseProgram, normaliseTest } from '../python-source/renaming/normalise.ts';

/** Merges items with the same id, in sample order: the first one is kept, with every origin. */
export function mergeById<Item extends Pick<Candidate, 'id' | 'origins'>>(items: readonly Item[]): Item[] {
  const merged = new Map<string, Item & { origins: Origin[] }>();
  for (const item of items) {
    const known = merged.get(item.id);
    if (known) known.origins.push(...item.origins);
    else merged.set(item.id, { ...item, origins: [...item.origins] });
  }
  return [...merged.values()];
}

/** Programs and tests of one task, merged by syntax tree up to names; ids are hashes of that form. */
export function mergeSamples(
  taskId: string,
  programs: readonly { readonly code: string; readonly origin: Origin }[],
  bodies: readonly { readonly body: TestBody; readonly origin: Origin }[],
) {
  const candidates = programs.map(({ code, origin }): Candidate => {
    return { id: hashOf(normaliseProgram(code)), taskId, code, origins: [origin] };
  });
  const tests = bodies.map(({ body, origin }): GeneratedTest => {
    return { id: hashOf(normaliseTest(body)), taskId, body, origins: [origin] };
  });
  return { candidates: mergeById(candidates), tests: mergeById(tests) };
}
