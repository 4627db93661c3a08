import { isKnownPackage } from '../../python-source/tests/known-packages.ts';
import type { ReadFailure } from '../read-failure.ts';
import type { Clue } from './clue.ts';

const PLACEHOLDER =
  /placeholder|assum(e|ing)|hypothetical|mock|dummy|replace (this|with)|for demonstration|simplified|your_|should be (defined|implemented)/i;

/** Names that are hardly ever anything but a forgotten import. */
const ALIAS = /^(np|torch|tf|F|nn|plt|pd|cv2|math|os|Tensor|Optional|List|Tuple|Union|Dict|Any|Callable)$/;

function clue(name: string, speaksFor: Clue['speaksFor'], look: (read: ReadFailure) => string | null): Clue {
  return { name, speaksFor, look };
}

const list = (names: readonly string[]) => names.slice(0, 5).join(', ');

/** Clues in the failed program by itself. */
export const programClues: readonly Clue[] = [
  clue('names-undefined', { 7: 0.5, 11: 0.7 }, ({ program }) =>
    program.freeNames.length === 0 ? null : `names that nothing defines: ${list(program.freeNames)}`,
  ),
  clue('import-forgotten', { 7: 0.5, 8: 0.3, 11: 0.3 }, ({ program }) => {
    const aliases = program.freeNames.filter((name) => ALIAS.test(name));
    return aliases.length === 0 ? null : `imports that are missing: ${list(aliases)}`;
  }),
  clue('own-attributes-unknown', { 7: 0.3, 8: 0.8 }, ({ program, reference, prompt }) => {
    const unknown = [...new Set(program.selfAttributes)].filter(
      (name) => !prompt.includes(name.toLowerCase()) && !reference?.selfAttributes.includes(name),
    );
    return unknown.length === 0 ? null : `attributes of self that the prompt does not name: ${list(unknown)}`;
  }),
  clue('placeholder', { 7: 0.5 }, ({ program }) => {
    const comment = program.comments.split('\n').find((line) => PLACEHOLDER.test(line));
    return comment === undefined ? null : `says of itself: ${comment.slice(0, 160)}`;
  }),
  clue('class-invented', { 7: 0.5 }, ({ program, prompt }) =>
    (program.nodeCounts['class_definition'] ?? 0) > 0 && !prompt.includes('class ')
      ? 'defines a class that the prompt does not show'
      : null,
  ),
  clue('imports-project', { 6: 0.3, 7: 0.4, 8: 0.4 }, ({ program }) => {
    const foreign = program.imports.filter((name) => !isKnownPackage(name));
    return foreign.length === 0 ? null : `imports of the project or of rare packages: ${list(foreign)}`;
  }),
];
