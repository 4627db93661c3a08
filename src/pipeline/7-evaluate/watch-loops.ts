import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, type Edit } from '../../core/edit.ts';
import { packageRoot } from '../../package-root.ts';
import { closedLoops } from '../../python-source/loops/closed-loops.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import { indentationAt } from '../../python-source/syntax/reindent.ts';

const source = () => readFileSync(join(packageRoot(), 'src/pipeline/7-evaluate/watched_loops.py'), 'utf8');

/** At the end of the program, in names of its own: the program may call something `len`. */
const helper = () => `
_mutagree_space = {}
__import__("builtins").exec(${JSON.stringify(source())}, _mutagree_space)
_mutagree_compare = _mutagree_space["compare_round"]
`;

/** Of a program: more than people would read. */
const MOST_CHARACTERS = 20_000;
/** Rounds between two looks, less one: a bit mask. */
const UNSEEN_ROUNDS = 63;
/** What the exception of a loop that never ends says. */
const FOUND = 'EndlessLoop: this loop never ends';

/**
 * The same program, but for `while` loops that come back to a state that they were in: there it raises. A round that depends
 * on nothing but plain values, all of which are as they were in an earlier round, proves that the loop has no end. Not for
 * verdicts of other kinds: the program is slower and its text another.
 *
 * @returns null where it has no loop of which that can be told
 */
export function watchedProgram(code: string): string | null {
  if (code.length > MOST_CHARACTERS || !/^[ \t]+while\b/m.test(code)) return null;
  const loops = closedLoops(parsePython(code));
  if (loops.length === 0) return null;
  const newLineAt = (start: number) => `\n${indentationAt(code, start) ?? ''}`;
  const edits = loops.flatMap(({ node, first, isFirstCompound, names, counters }, at): Edit[] => {
    const [rounds, state] = [`_mutagree_rounds_${at}`, `_mutagree_state_${at}`];
    const [compared, added] = [names, counters].map((list) => JSON.stringify(list.join(' ')));
    const look = `_mutagree_compare(${state}, ${compared}, ${added}, locals(), globals())`;
    const each = `${rounds} += 1; ${rounds} & ${UNSEEN_ROUNDS} or ${look}`;
    return [
      {
        ...{ start: node.start, end: node.start },
        replacement: `${rounds} = 0; ${state} = []${newLineAt(node.start)}`,
      },
      {
        ...{ start: first.start, end: first.start },
        replacement: each + (isFirstCompound ? newLineAt(first.start) : '; '),
      },
    ];
  });
  return `${applyEdits(code, edits)}\n${helper()}`;
}

/** Whether a failure of a watched program says that a loop never ends. */
export const isEndless = (detail: string) => detail.includes(FOUND);
