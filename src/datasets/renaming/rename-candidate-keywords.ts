import { applyEdits } from '../../core/edit.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';

/** The test with keywords renamed in calls of the function that `check` is given, whatever its name there. */
export function renameCandidateKeywords(
  test: string,
  entryPoint: string,
  { [entryPoint]: _, ...renames }: Readonly<Record<string, string>>,
): string {
  const candidate = findFunction(test, 'check')?.parameters[0]?.name;
  const fresh = new Map(Object.entries(renames));
  const calls = parsePython(test).root.findAll(
    ({ callee }) => callee?.type === 'identifier' && callee.text === candidate,
  );
  const edits = calls.flatMap((call) =>
    call.childrenIn('arguments').flatMap((argument) => {
      const name = argument.type === 'keyword_argument' ? argument.child('name') : null;
      const replacement = name && fresh.get(name.text);
      return replacement ? name.replacedBy(replacement) : [];
    }),
  );
  return applyEdits(test, edits);
}
