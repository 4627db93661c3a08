import { mentionedBy, type Place } from './follow-mentions.ts';
import { type FunctionFacts, type ModuleFacts, ownedName } from './module-facts.ts';
import type { ClassEntity, Entity, Project } from './project.ts';

/** A test of the repository. */
export interface FoundTest extends Place {
  /** pytest's id, without parameters. */
  readonly node: string;
}

/** That a test runs a function. */
export interface TestLink {
  readonly node: string;
  /** `path::A.f`. */
  readonly target: string;
  /** 1: the test, its fixtures or its helpers mention it; 2: what they mention does; and so on. */
  readonly distance: number;
}

/** Whether a file holds tests or serves them. */
export const isTestFile = (path: string): boolean =>
  /(?:^|\/)(?:tests?|testing)\/|(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest)\.py$/.test(path);

/** Whether pytest looks for tests in it. */
const holdsTests = (path: string): boolean => /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/.test(path);

export const targetName = ({ module, facts }: Pick<Place, 'module' | 'facts'>): string =>
  `${module.path}::${ownedName(facts)}`;

const isTestName = (name: string) => /^test/.test(name);
const isNested = ({ className }: FunctionFacts) => className?.includes('.') ?? false;

function testsOfClass(project: Project, module: ModuleFacts, owner: ClassEntity): FoundTest[] {
  const lineage = project.lineage(owner);
  const isCase = lineage.some(
    ({ facts }) => /^Test/.test(facts.name) || facts.bases.some((base) => /TestCase$/.test(base)),
  );
  if (!isCase) return [];
  const seen = new Set<string>();
  return lineage.flatMap((each) =>
    each.module.functions
      .filter(
        ({ className, name }) => className === each.facts.name && isTestName(name) && !seen.has(name) && seen.add(name),
      )
      .map((facts) => ({
        node: `${module.path}::${owner.facts.name.replaceAll('.', '::')}::${facts.name}`,
        module: each.module,
        facts,
        self: owner,
      })),
  );
}

/** Every test of the repository, those that a class inherits included. */
export function findTests(project: Project): FoundTest[] {
  return project.modules
    .filter(({ path }) => holdsTests(path))
    .flatMap((module) => [
      ...module.functions
        .filter((facts) => facts.className === null && isTestName(facts.name))
        .map((facts): FoundTest => ({ node: `${module.path}::${facts.name}`, module, facts, self: null })),
      ...module.classes
        .filter(({ name }) => !name.startsWith('_'))
        .flatMap(({ name }) => {
          const owner = project.classIn(module, name);
          return owner ? testsOfClass(project, module, owner) : [];
        }),
    ]);
}

const isFixture = ({ decorators }: FunctionFacts) => decorators.some((text) => /^(?:pytest\.)?fixture\b/.test(text));
const isAutouse = (facts: FunctionFacts) =>
  isFixture(facts) && facts.decorators.some((text) => /autouse\s*=\s*True/.test(text));

/** Methods that run before each test of a class. */
const SET_UP = ['setUp', 'setUpClass', 'setup_method', 'setup_class', 'setup', 'asyncSetUp'];

/** The modules whose fixtures a file's tests see: itself, then `conftest.py` from its folder up. */
function fixtureModules(module: ModuleFacts, all: ReadonlyMap<string, ModuleFacts>): ModuleFacts[] {
  const folders = module.path.split('/').slice(0, -1);
  const above = folders.map((_, at) => folders.slice(0, folders.length - at).join('/'));
  return [
    module,
    ...[...above.map((folder) => `${folder}/conftest.py`), 'conftest.py'].flatMap((path) => all.get(path) ?? []),
  ];
}

/** Follows tests to functions; made once per project. */
export class TestLinker {
  readonly #paths: ReadonlyMap<string, ModuleFacts>;
  readonly #mentions = new Map<FunctionFacts, { self: ClassEntity | null; places: readonly Place[] }>();

  constructor(readonly project: Project) {
    this.#paths = new Map(project.modules.map((module) => [module.path, module]));
  }

  #fixture(test: Place, name: string): Place | null {
    const inClass = test.self ? this.project.member(test.self, name) : null;
    if (inClass?.kind === 'function' && isFixture(inClass.facts)) return inClass;
    for (const module of fixtureModules(test.module, this.#paths)) {
      const found = this.project.name(module, name);
      if (found?.kind === 'function' && isFixture(found.facts)) return found;
    }
    return null;
  }

  /** Fixtures of the parameters, those that run by themselves, and methods that set up. */
  #before(test: Place): { places: Place[]; given: Map<string, Entity> } {
    const places: Place[] = [];
    const given = new Map<string, Entity>();
    for (const name of test.facts.parameters) {
      const fixture = this.#fixture(test, name);
      if (!fixture) continue;
      places.push(fixture);
      const value = this.project.called({ kind: 'function', ...fixture });
      if (value) given.set(name, value);
    }
    for (const module of fixtureModules(test.module, this.#paths))
      for (const facts of module.functions) if (isAutouse(facts)) places.push({ module, facts, self: test.self });
    if (test.self) {
      for (const name of SET_UP) {
        const method = this.project.member(test.self, name);
        if (method?.kind === 'function') places.push(method);
      }
    }
    return { places, given };
  }

  #mentioned(place: Place): readonly Place[] {
    const known = this.#mentions.get(place.facts);
    if (known && known.self?.facts === place.self?.facts) return known.places;
    const { places, given } = isTestFile(place.module.path)
      ? this.#before(place)
      : { places: [], given: new Map<string, Entity>() };
    const found = [...places, ...mentionedBy(this.project, place, given)];
    this.#mentions.set(place.facts, { self: place.self, places: found });
    return found;
  }

  /**
   * The repository's functions that a test runs, helpers and fixtures of tests followed at no distance.
   *
   * @param furthest how many functions of the repository lie between, at most, plus one
   */
  linksOf(test: FoundTest, furthest: number): TestLink[] {
    const distances = new Map<FunctionFacts, number>([[test.facts, 0]]);
    const links: TestLink[] = [];
    let layer: Place[] = [test];
    for (let distance = 1; distance <= furthest && layer.length > 0; distance++) {
      const next: Place[] = [];
      for (const pending = [...layer]; pending.length > 0; ) {
        for (const place of this.#mentioned(pending.shift() as Place)) {
          if (distances.has(place.facts)) continue;
          distances.set(place.facts, distance);
          if (isTestFile(place.module.path)) pending.push(place);
          else {
            next.push(place);
            if (!isNested(place.facts)) links.push({ node: test.node, target: targetName(place), distance });
          }
        }
      }
      layer = next;
    }
    return links;
  }
}
