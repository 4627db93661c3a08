import { expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { requestedName } from '../../mutators/parsers/prompt-names.ts';
import { applyEdits, type Edit } from '../../src/core/edit.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { undoRenames } from '../../src/python-source/renaming/rename.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { parsePython, textOf, visit } from '../../src/python-source/syntax/python-tree.ts';
import { sharedRecords } from '../python-source/shared-data.ts';

type Renames = Readonly<Record<string, string>>;

/** A reference as a program: a method in a class of its own. */
function program(reference: string): string {
  const lines = reference.replace(/^\n+/, '').trimEnd().split('\n');
  const margin = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  const even = lines.map((line) => line.slice(Math.min(margin, line.search(/\S|$/))));
  if (!/^(?:@.*\n)*(?:async )?def \w+\(\s*(?:self|cls)\b/.test(even.join('\n'))) return `${even.join('\n')}\n`;
  return `class Owner:\n${even.map((line) => (line.trim() === '' ? line : `    ${line}`)).join('\n')}\n`;
}

/** What a model would write that keeps to the new names: every identifier of the old name has the new one. */
function obeying(code: string, renames: Renames): string {
  const tree = parsePython(code);
  const edits: Edit[] = [];
  visit(tree.root, (node) => {
    const fresh = node.type === 'identifier' ? renames[textOf(tree, node)] : undefined;
    if (fresh !== undefined) edits.push({ start: node.start, end: node.end, replacement: fresh });
  });
  return applyEdits(code, edits);
}

/** Keywords, attributes and imports of an old name are another thing than the function or its parameter; a model would keep them. */
function isPlain(code: string, names: readonly string[]): boolean {
  return !names.some((name) => new RegExp(`\\.${name}\\b|\\b${name}=(?!=)|import .*\\b${name}\\b`).test(code));
}

test('references of DL-Bench come back byte for byte from every renaming of their prompts, methods too', ({ skip }) => {
  const records = sharedRecords<{ id: string; prompt: string; reference: string }>('dlbench/prompts.jsonl', skip);
  const mutators = selectMutators('family:naming');
  const failures: string[] = [];
  const renamable = { prompts: 0, classes: 0, ofClasses: 0 };
  let [tried, methods] = [0, 0];
  for (const { id, prompt: text, reference } of records) {
    const prompt = parsePrompt(text, null);
    const task = { id, prompt, entryPoint: null, completesPrompt: false, labels: {}, reservedNames: [] };
    const code = program(reference);
    const { variants } = mutatePrompts(task, { mutators, guards, seed: 0, perMutator: 1 });
    renamable.prompts += Number(variants.length > 1);
    if (code.startsWith('class Owner')) {
      renamable.classes += 1;
      renamable.ofClasses += Number(variants.length > 1);
    }
    for (const { mutation } of variants) {
      if (!mutation || !isValidPython(code) || !isPlain(code, Object.keys(mutation.renames))) continue;
      const renamed = obeying(code, mutation.renames);
      if (renamed === code) continue;
      tried += 1;
      if (code.startsWith('class Owner') && Object.keys(mutation.renames).includes(requestedName(prompt) ?? ''))
        methods += 1;
      const undone = undoRenames(renamed, mutation.renames, { entryPoint: null });
      if (!('code' in undone) || undone.code !== code) failures.push(`${id} ${mutation.mutator}`);
    }
  }
  console.info(`${tried} renamed references of DL-Bench came back, ${methods} of renamed methods`);
  const { prompts, classes, ofClasses } = renamable;
  console.info(`naming variants of ${prompts} of ${records.length} prompts, of ${ofClasses} of ${classes} methods`);
  expect(failures).toEqual([]);
  expect([prompts / records.length, ofClasses / classes].map((share) => share > 0.5)).toEqual([true, true]);
  expect(tried).toBeGreaterThan(300);
  expect(methods).toBeGreaterThan(5);
});
