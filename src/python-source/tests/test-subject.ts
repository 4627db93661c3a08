import { importedNames, importsIn } from '../scopes/import-bindings.ts';
import { firstAtLeast, type Occurrence, occurrencesIn, type ScopeAnalysis } from '../scopes/scopes.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { isKnownPackage } from '../syntax/python-words.ts';

/** Where the function under test lives in a repository. */
export interface EntryLocation {
  /** Dotted path by which tests import it, such as `sklearn.metrics._classification`. */
  readonly module: string;
  /** The class, where it is a method. */
  readonly className?: string;
}

/** The subject of a test module. */
export interface TestSubject {
  readonly entryPoint: string;
  /** The name that tests use: the function, or its class. */
  readonly name: string;
  /** The module that replaces those that don't exist. */
  readonly module: string;
  /** Whether tests must import the function; in a sandbox they are given it. */
  readonly imported: boolean;
}

export function testSubject(entryPoint: string, location?: EntryLocation): TestSubject {
  // The module as which sandboxes load a program.
  if (!location) return { entryPoint, name: entryPoint, module: 'candidate', imported: false };
  const { module, className } = location;
  return { entryPoint, name: className?.split('.')[0] ?? entryPoint, module, imported: true };
}

/** Names that models give to a module that does not exist. */
const PLACEHOLDER =
  /^\.|^(?:your|my|the|some|target|task|test|solution|main|module|script|program|code|answer|submission|implementation|func|function|src|app|user|student|candidate|__main__)(?:_?\w*)?$/i;

/** Whether a dotted module name is one that models invent. */
export const isPlaceholder = (module: string): boolean =>
  PLACEHOLDER.test(module.startsWith('.') ? module : (module.split('.')[0] ?? '')) && !isKnownPackage(module);

/** Whether a part replaces the function under test, by a definition, parameter or assignment. */
export const replacesSubject = (analysis: ScopeAnalysis, node: PythonNode, subject: TestSubject): boolean =>
  occurrencesIn(analysis, node).some(
    ({ name, home }) => name === subject.name && home !== null && !/module|class/.test(home.kind),
  );

/** Aliases of the subject's package: `import pkg.mod as m`, `from pkg import mod`. */
function packageAliases(root: PythonNode, { module, imported }: TestSubject): ReadonlySet<string> {
  const isOwn = (name: string) => imported && name.split('.')[0] === module.split('.')[0];
  const names = importsIn(root).flatMap((node) =>
    importedNames(node).filter(({ name }) => isOwn(node.childText('module_name') || name)),
  );
  return new Set(names.map(({ bound }) => bound));
}

/** Says of stretches of a test module whether they use the function under test. */
export function subjectFinder({ root, occurrences }: ScopeAnalysis, subject: TestSubject) {
  const { name, entryPoint } = subject;
  const aliases = packageAliases(root, subject);
  const isUse = ({ member }: PythonNode) =>
    member !== null &&
    ((name !== entryPoint && member.name.text === entryPoint) ||
      (member.name.text === name && aliases.has(member.object.text)));
  const isName = (found: Occurrence) => found.name === name && (found.home === null || found.home.kind === 'module');
  const places = [
    ...occurrences.filter(isName).map(({ node }) => node.start),
    ...root.findAll(isUse).map(({ member }) => member?.name.start ?? 0),
  ].sort((a, b) => a - b);
  return ({ start, end }: PythonNode) => (places[firstAtLeast(places, start, (place) => place)] ?? end) < end;
}
