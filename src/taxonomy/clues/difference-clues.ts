import type { ProgramFacts } from '../program-facts.ts';
import type { Clue } from './clue.ts';

/** What is in the first list and not in the second, once each. */
function without(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(second);
  return [...new Set(first)].filter((value) => !known.has(value));
}

function list(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
}

/** A clue that needs a reference. */
function against(
  name: string,
  speaksFor: Clue['speaksFor'],
  look: (program: ProgramFacts, reference: ProgramFacts, texts: { reference: string; prompt: string }) => string | null,
): Clue {
  return {
    name,
    speaksFor,
    look: ({ program, reference, failure, prompt }) =>
      reference?.isValid ? look(program, reference, { reference: failure.reference ?? '', prompt }) : null,
  };
}

/** A statement that only one of the two programs has. */
function onlyIn(side: 'program' | 'reference', type: string, name: string, speaksFor: Clue['speaksFor']): Clue {
  const words = type.replace(/_/g, ' ');
  return against(name, speaksFor, (program, reference) => {
    const own = program.nodeCounts[type] ?? 0;
    const other = reference.nodeCounts[type] ?? 0;
    if (side === 'program' && own > 0 && other === 0) return `${own} × ${words}; the reference has none`;
    if (side === 'reference' && own === 0 && other > 0) return `no ${words}; the reference has ${other}`;
    return null;
  });
}

/** Names that both use, of all that either uses; in [0, 1]. */
function commonNames(program: ProgramFacts, reference: ProgramFacts): number {
  const own = new Set(program.identifiers);
  const other = new Set(reference.identifiers);
  const shared = [...own].filter((name) => other.has(name)).length;
  return shared / Math.max(1, own.size + other.size - shared);
}

/** Bounds of a program that follows the reference and of one that goes its own way; about the thirds of real failures. */
const NEAR = 0.33;
const FAR = 0.15;

const lastParts = (calls: readonly string[]) => calls.map((call) => call.split('.').at(-1) ?? call);
const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Clues in the difference between the failed program and a right one. */
export const differenceClues: readonly Clue[] = [
  against('returns-other-number', { 1: 0.5 }, (program, reference) =>
    program.returnWidth === reference.returnWidth
      ? null
      : `returns ${program.returnWidth} values; the reference returns ${reference.returnWidth}`,
  ),
  against('parameters-missing', { 1: 0.4 }, (program, reference) => {
    const missing = without(reference.parameters, program.parameters);
    return missing.length === 0 ? null : `parameters of the reference that are missing: ${list(missing)}`;
  }),
  against('near-reference', { 10: 0.4, 12: 0.3 }, (program, reference) => {
    const share = commonNames(program, reference);
    return share > NEAR ? `written like the reference: ${percent(share)} of the names in common` : null;
  }),
  against('far-from-reference', { 1: 0.3, 6: 0.2 }, (program, reference) => {
    const share = commonNames(program, reference);
    return share < FAR ? `unlike the reference: ${percent(share)} of the names in common` : null;
  }),
  against('same-calls-other-numbers', { 10: 0.5, 12: 1 }, (program, reference) => {
    const [own, other] = [lastParts(program.calls), lastParts(reference.calls)];
    if (without(own, other).length + without(other, own).length > 0) return null;
    const numbers = without(program.numbers, reference.numbers);
    return `calls what the reference calls${numbers.length > 0 ? `, with other numbers: ${list(numbers)}` : ''}`;
  }),
  against('other-framework', { 1: 0.4, 6: 0.3, 7: 0.3 }, (program, _, { reference }) => {
    const tensors = /\bTensor\b|\btorch\b/.test(reference);
    if (tensors && program.importRoots.includes('numpy')) return 'imports numpy where the reference works on tensors';
    return tensors && !program.importRoots.includes('torch') ? 'does not use torch, which the reference does' : null;
  }),
  against('redefines-project', { 1: 0.2, 7: 0.2 }, (program, reference) => {
    const own = program.definitions.filter((name) => name !== reference.functionName);
    const known = own.filter((name) => reference.identifiers.includes(name));
    return known.length === 0 ? null : `defines by itself what the project has: ${list(known)}`;
  }),
  against('constants-untold', { 12: 0.3, 14: 0.3 }, (program, reference, { prompt }) => {
    const untold = reference.numbers.filter((value) => value.length > 2 && !prompt.includes(value));
    const missing = without(untold, program.numbers);
    return missing.length === 0 ? null : `constants of the reference that the prompt does not tell: ${list(missing)}`;
  }),
  against('parameters-untold', { 1: 0.3, 14: 1 }, (_, reference, { prompt }) => {
    const untold = reference.parameters.filter((name) => !prompt.includes(name.toLowerCase()));
    return untold.length === 0 ? null : `parameters that the prompt does not name: ${list(untold)}`;
  }),
  onlyIn('program', 'raise_statement', 'own-checks', { 9: 0.5 }),
  onlyIn('reference', 'raise_statement', 'checks-missing', { 5: 0.5, 6: 0.4 }),
  onlyIn('reference', 'if_statement', 'cases-missing', { 5: 0.5 }),
];
