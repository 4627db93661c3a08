import type { ClassEntity, Place, Project } from './project.ts';
import { type FunctionFacts, type ModuleFacts, ownedName } from './read-module.ts';

export interface FoundTest extends Place {
  /** pytest's id, without parameters. */
  readonly node: string;
}

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
    ({ facts }) =>
      /^Test/.test(facts.name) ||
      [...facts.bases.names, ...facts.bases.attributes].some((base) => /TestCase$/.test(base)),
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

/** Methods that a call of an object runs, besides the named ones. */
const CALLED = ['__call__', 'forward'];

/** Follows tests to functions; made once per project. */
export class TestLinker {
  readonly #paths: ReadonlyMap<string, ModuleFacts>;
  readonly #runs = new Map<FunctionFacts, Place[]>();

  constructor(readonly project: Project) {
    this.#paths = new Map(project.modules.map((module) => [module.path, module]));
  }

  #fixture(test: Place, name: string): Place | null {
    const inClass = test.self && this.project.method(test.self, name);
    if (inClass && isFixture(inClass.facts)) return inClass;
    for (const module of fixtureModules(test.module, this.#paths)) {
      const found = this.project.name(module, name);
      if (found?.kind === 'function' && isFixture(found.facts)) return found;
    }
    return null;
  }

  /** Fixtures of the parameters, those that run by themselves, and methods that set up. */
  #before(test: Place): Place[] {
    const { self } = test;
    return [
      ...test.facts.parameters.flatMap((name) => this.#fixture(test, name) ?? []),
      ...fixtureModules(test.module, this.#paths).flatMap((module) =>
        module.functions.filter(isAutouse).map((facts) => ({ module, facts, self })),
      ),
      ...(self ? SET_UP.flatMap((name) => this.project.method(self, name) ?? []) : []),
    ];
  }

  /** Functions that code names, constructors of its objects, and methods of their classes that it mentions. */
  #run(code: readonly Place[]): Place[] {
    const { project } = this;
    const found = code.map(({ module, facts }) => project.mentioned(module, facts));
    const functions = found.flatMap((each) => each.functions);
    const returned = functions.flatMap(({ module, facts }) => project.mentioned(module, facts).classes);
    const selves = new Set(code.flatMap(({ self }) => self ?? []));
    const mentioned = code.flatMap(({ facts }) => facts.attributes);
    const values = [...selves].flatMap((self) => project.classValues(self, mentioned));
    const named = [...found.flatMap(({ classes }) => classes), ...values];
    const attributes = new Set([...mentioned, ...(named.length > 0 ? CALLED : [])]);
    const owners = new Map([...named, ...returned, ...selves].map((owner) => [owner.facts, owner]));
    return [
      ...functions,
      ...named.flatMap((owner) => project.method(owner, '__init__') ?? []),
      ...[...owners.values()].flatMap((owner) => [...attributes].flatMap((name) => project.method(owner, name) ?? [])),
    ];
  }

  /** The functions that one function of the repository runs. */
  #runBy(place: Place): Place[] {
    const known = this.#runs.get(place.facts) ?? this.#run([place]);
    this.#runs.set(place.facts, known);
    return known;
  }

  /**
   * The repository's functions that a test runs, as `path::A.f`. At distance 1 the test, its fixtures or its helpers
   * mention it, at 2 something that they mention, and so on.
   *
   * @param furthest how many functions of the repository lie between, at most, plus one
   */
  linksOf(test: FoundTest, furthest: number) {
    const seen = new Set<FunctionFacts>([test.facts]);
    const links: { node: string; target: string; distance: number }[] = [];
    // A test and its helpers are one piece of code: an object made by one may be called by another.
    const own: Place[] = [test];
    for (const helper of own) {
      for (const place of [...this.#before(helper), ...this.#run(own)]) {
        if (!isTestFile(place.module.path) || seen.has(place.facts)) continue;
        seen.add(place.facts);
        own.push(place);
      }
    }
    let layer = this.#run(own);
    for (let distance = 1; distance <= furthest && layer.length > 0; distance++) {
      const next = layer.filter(({ module, facts }) => {
        const isNew = !isTestFile(module.path) && !seen.has(facts);
        seen.add(facts);
        return isNew;
      });
      links.push(
        ...next
          .filter(({ facts }) => !isNested(facts))
          .map((place) => ({ node: test.node, target: targetName(place), distance })),
      );
      layer = next.flatMap((place) => this.#runBy(place));
    }
    return links;
  }
}
