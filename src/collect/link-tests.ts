import { classesOf, type Place, type Project } from './project.ts';
import { type Definition, type ModuleFacts, ownedName } from './read-module.ts';

export interface FoundTest extends Place {
  /** pytest's id, without parameters. */
  readonly node: string;
}

export const isTestFile = (path: string): boolean =>
  /(?:^|\/)(?:tests?|testing)\/|(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest)\.py$/.test(path);

/** Whether pytest looks for tests in it. */
const holdsTests = (path: string): boolean => /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/.test(path);

/** Functions of a module, and those of a class of it. */
export const functionsOf = ({ definitions }: ModuleFacts): Definition[] =>
  [...definitions.values()].filter(({ kind }) => kind === 'function');
const methodsOf = (owner: Definition) =>
  functionsOf(owner.module).filter(({ className }) => className === ownedName(owner));

export const targetName = (facts: Definition): string => `${facts.module.path}::${ownedName(facts)}`;

const isTest = ({ name }: Definition) => /^test/.test(name);

function testsOfClass(project: Project, self: Definition): FoundTest[] {
  const lineage = project.lineage(self);
  const isCase = lineage.some(
    ({ name, mentions: { names, attributes } }) =>
      /^Test/.test(name) || [...names, ...attributes].some((base) => /TestCase$/.test(base)),
  );
  if (!isCase) return [];
  const tests = new Map<string, Definition>();
  // Of methods with one name it is the nearest.
  for (const facts of lineage.flatMap(methodsOf)) if (!tests.has(facts.name)) tests.set(facts.name, facts);
  const place = `${self.module.path}::${ownedName(self).replaceAll('.', '::')}`;
  return [...tests.values()].filter(isTest).map((facts) => ({ node: `${place}::${facts.name}`, facts, self }));
}

export function findTests(project: Project): FoundTest[] {
  const modules = project.modules.filter(({ path }) => holdsTests(path));
  return modules.flatMap((module) => [
    ...functionsOf(module)
      .filter((facts) => facts.className === null && isTest(facts))
      .map((facts): FoundTest => ({ node: `${module.path}::${facts.name}`, facts, self: null })),
    ...[...module.definitions.values()]
      .filter((each) => each.kind === 'class' && !ownedName(each).startsWith('_'))
      .flatMap((owner) => testsOfClass(project, owner)),
  ]);
}

const isFixture = ({ decorators }: Definition) => decorators.some((text) => /^(?:pytest\.)?fixture\b/.test(text));
const isAutouse = (facts: Definition) =>
  isFixture(facts) && facts.decorators.some((text) => /autouse\s*=\s*True/.test(text));

const SET_UP = ['setUp', 'setUpClass', 'setup_method', 'setup_class', 'setup', 'asyncSetUp'];

/** Methods that a call of an object runs, besides the named ones. */
const CALLED = ['__call__', 'forward'];

/**
 * Follows the tests of a project to the functions that they run, as `path::A.f`. At distance 1 the test, its fixtures or
 * its helpers mention it, at 2 something that they mention, and so on.
 *
 * @returns a function of a test and of how many functions of the repository lie between, at most, plus one
 */
export function testLinks(project: Project) {
  const byPath: ReadonlyMap<string, ModuleFacts> = new Map(project.modules.map((module) => [module.path, module]));
  const known = new Map<Definition, Place[]>();

  /** The modules whose fixtures a file's tests see: itself, then `conftest.py` from its folder up. */
  const fixtureModules = (module: ModuleFacts): ModuleFacts[] => {
    const folders = module.path.split('/').slice(0, -1);
    const above = folders.map((_, at) => `${folders.slice(0, folders.length - at).join('/')}/conftest.py`);
    return [module, ...[...above, 'conftest.py'].flatMap((path) => byPath.get(path) ?? [])];
  };

  const fixture = ({ facts, self }: Place, name: string): Place | null => {
    const inClass = self && project.method(self, name);
    if (inClass && isFixture(inClass.facts)) return inClass;
    for (const module of fixtureModules(facts.module)) {
      const found = project.name(module, name);
      if (found !== null && typeof found !== 'string' && isFixture(found)) return { facts: found, self: null };
    }
    return null;
  };

  /** Fixtures of the parameters, those that run by themselves, and methods that set up. */
  const before = (test: Place): Place[] => {
    const { self, facts } = test;
    const autouse = fixtureModules(facts.module).flatMap((module) => functionsOf(module).filter(isAutouse));
    return [
      ...facts.parameters.flatMap((name) => fixture(test, name) ?? []),
      ...autouse.map((each) => ({ facts: each, self })),
      ...(self ? SET_UP.flatMap((name) => project.method(self, name) ?? []) : []),
    ];
  };

  /** Functions that code names, constructors of its objects, and methods of their classes that it mentions. */
  const run = (code: readonly Place[]): Place[] => {
    const found = code.flatMap(({ facts }) => project.mentioned(facts));
    const functions = found.filter(({ kind }) => kind === 'function');
    const returned = classesOf(functions.flatMap((facts) => project.mentioned(facts)));
    const selves = [...new Set(code.flatMap(({ self }) => self ?? []))];
    const mentioned = code.flatMap(({ facts }) => facts.mentions.attributes);
    const named = [...classesOf(found), ...selves.flatMap((self) => project.classValues(self, mentioned))];
    const attributes = new Set([...mentioned, ...(named.length > 0 ? CALLED : [])]);
    const methodOf = (owner: Definition) => (name: string) => project.method(owner, name) ?? [];
    return [
      ...functions.map((facts) => ({ facts, self: null })),
      ...named.flatMap((owner) => methodOf(owner)('__init__')),
      ...[...new Set([...named, ...returned, ...selves])].flatMap((owner) => [...attributes].flatMap(methodOf(owner))),
    ];
  };

  /** The functions that one function of the repository runs. */
  const runBy = (place: Place): Place[] => {
    const places = known.get(place.facts) ?? run([place]);
    known.set(place.facts, places);
    return places;
  };

  return (test: FoundTest, furthest: number) => {
    // A test and its helpers are one piece of code: an object made by one may be called by another.
    const own = new Map([[test.facts, test as Place]]);
    for (const helper of own.values()) {
      for (const place of [...before(helper), ...run([...own.values()])]) {
        if (isTestFile(place.facts.module.path) && !own.has(place.facts)) own.set(place.facts, place);
      }
    }
    const seen = new Set(own.keys());
    const links: { node: string; target: string; distance: number }[] = [];
    let layer = run([...own.values()]);
    for (let distance = 1; distance <= furthest && layer.length > 0; distance++) {
      const next = layer.filter(({ facts }) => {
        const isNew = !isTestFile(facts.module.path) && !seen.has(facts);
        seen.add(facts);
        return isNew;
      });
      const targets = next.filter(({ facts }) => !facts.className?.includes('.')).map(({ facts }) => targetName(facts));
      links.push(...targets.map((target) => ({ node: test.node, target, distance })));
      layer = next.flatMap(runBy);
    }
    return links;
  };
}
