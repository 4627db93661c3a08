import { type BugLabel, bugKind } from './bug-kinds.ts';
import type { ReadFailure } from './read-failure.ts';

const SHAPE = /shape|dimension|size of tensor|Sizes?\(|broadcast|squeeze|batch size|unpack|ndim/i;
const CASTING = /dtype|DoubleTensor|FloatTensor|\.numpy\(|requires grad|to integer|cast|scalar type|int64|float64/i;
const FRAMEWORK = /\b(torch|tensorflow|keras|numpy|np|tf|cv2|sklearn|scipy|PIL|jax)\b/;
const TYPE =
  /must be|unsupported operand|not callable|not iterable|can't convert|cannot convert|object has no|\bexpected/i;
const DEEP_LEARNING =
  /\b(torch|tensorflow|tf|keras|tensor|tensors|nn|layer|layers|model|gradient|loss|batch|logits|kernel|numpy|image)\b/i;

function placeOf(label: BugLabel, text: string, { program, failure }: ReadFailure): number | null {
  const shape = SHAPE.test(text);
  const libraries = program.importRoots.filter(
    (root) => FRAMEWORK.test(root) && !(failure.reference ?? '').includes(root),
  );
  switch (label) {
    case 1:
      if (shape) return 1;
      return failure.reference && libraries.length > 0 && !/\bnp\./.test(failure.reference) ? 0 : 2;
    case 5:
      return shape ? 1 : 0;
    case 6:
      if (shape) return 0;
      return TYPE.test(text) ? 2 : 1;
    case 7:
      return /no module|not defined|cannot import/i.test(text) || program.freeNames.length > 0 ? 0 : 1;
    case 8:
      return /import/i.test(text) ? 0 : 1;
    case 10:
      if (CASTING.test(text)) return 0;
      return shape ? 1 : 2;
    case 12:
    case 13:
      return 0;
    case 14:
      return libraries.length > 0 ? 0 : null;
    default:
      return null;
  }
}

/** Null without one. No published label tells sub-kinds: these rules follow the names and are not measured. */
export function subKindOf(label: BugLabel, read: ReadFailure): string | null {
  const { failure, output } = read;
  if (!DEEP_LEARNING.test(`${failure.generated}\n${failure.prompt}`)) return null;
  const text = output.errors
    .map(({ type, message, detail }) => `${type}: ${message}\n${detail.slice(0, 300)}`)
    .join('\n');
  const place = placeOf(label, text, read);
  return place === null ? null : (bugKind(label).subKinds[place] ?? null);
}
