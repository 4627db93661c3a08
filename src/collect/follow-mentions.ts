import type { FunctionFacts, ModuleFacts } from './module-facts.ts';
import { type ClassEntity, type Entity, own, type Project } from './project.ts';

/** A function as something that is executed: methods know the class that they are called on. */
export interface Place {
  readonly module: ModuleFacts;
  readonly facts: FunctionFacts;
  readonly self: ClassEntity | null;
}

/** What calls of an object run, besides what is named. */
const CALLED = ['__call__', 'forward'];

const placeOf = (entity: Entity | null): Place | null => (entity?.kind === 'function' ? entity : null);

/** The functions that a chain of names runs, from the first name on. */
class ChainReader {
  readonly found: Place[] = [];

  constructor(
    readonly project: Project,
    readonly place: Place,
    /** Values of parameters: fixtures. */
    readonly given: ReadonlyMap<string, Entity>,
  ) {}

  #note(entity: Entity | null): void {
    const place = placeOf(entity);
    if (place) this.found.push(place);
  }

  #call(entity: Entity): Entity | null {
    if (entity.kind === 'class') this.#note(this.project.member(entity, '__init__'));
    if (entity.kind === 'instance') for (const name of CALLED) this.#note(this.project.member(entity.of, name));
    return this.project.called(entity);
  }

  #start(name: string, depth: number): Entity | null {
    const { module, facts, self } = this.place;
    if ((name === 'self' || name === 'cls') && self) return { kind: 'instance', of: self };
    if (name === 'super') return null;
    const given = this.given.get(name);
    if (given) return given;
    const value = own(facts.assigned, name);
    if (value !== undefined && depth < 6) {
      const found = this.#read(value, depth + 1);
      if (found) return found;
    }
    return facts.parameters.includes(name) || facts.loopNames.includes(name) ? null : this.project.name(module, name);
  }

  #read(chain: string, depth: number): Entity | null {
    const parts = chain.split('.');
    let at: Entity | null = null;
    for (const [place, part] of parts.entries()) {
      const name = part.replace(/(?:\(\))+$/, '');
      if (chain.startsWith('super().') && place === 1 && this.place.self) at = this.#inherited(name);
      else if (place === 0) at = this.#start(name, depth);
      else at = at ? this.project.attribute(at, name) : null;
      if (!at) {
        if (place === 0 && name === 'super') continue;
        return null;
      }
      this.#note(at);
      const calls = (part.length - name.length) / 2;
      for (let call = 0; call < calls && at; call++) at = this.#call(at);
    }
    return at;
  }

  #inherited(name: string): Entity | null {
    const { self, facts } = this.place;
    if (!self) return null;
    const bases = this.project.lineage(self).filter((each) => each.facts.name !== facts.className);
    for (const base of bases) {
      const found = this.project.functionIn(base.module, `${base.facts.name}.${name}`);
      if (found) return { kind: 'function', module: base.module, facts: found, self };
    }
    return null;
  }

  read(chain: string): void {
    this.#read(chain, 0);
    // A constant of the module may hold functions: a list for parametrize.
    const name = /^\w+$/.test(chain) ? chain : null;
    if (name === null || this.place.facts.parameters.includes(name)) return;
    for (const value of (own(this.place.module.values, name) ?? []).slice(0, 200))
      this.#note(this.project.value(this.place.module, value));
  }
}

/** The functions that a function mentions, each once; in what way it uses them does not matter. */
export function mentionedBy(project: Project, place: Place, given: ReadonlyMap<string, Entity> = new Map()): Place[] {
  const reader = new ChainReader(project, place, given);
  for (const chain of place.facts.mentions) reader.read(chain);
  const seen = new Set<FunctionFacts>();
  return reader.found.filter(({ facts }) => facts !== place.facts && !seen.has(facts) && seen.add(facts));
}
