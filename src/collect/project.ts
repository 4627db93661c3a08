import { type ClassFacts, type FunctionFacts, type ModuleFacts, moduleOf, ownedName } from './module-facts.ts';

/** What a chain of names may stand for. */
export type Entity =
  | { readonly kind: 'module'; readonly dotted: string }
  | {
      readonly kind: 'function';
      readonly module: ModuleFacts;
      readonly facts: FunctionFacts;
      readonly self: ClassEntity | null;
    }
  | ClassEntity
  | { readonly kind: 'instance'; readonly of: ClassEntity };

export interface ClassEntity {
  readonly kind: 'class';
  readonly module: ModuleFacts;
  readonly facts: ClassFacts;
}

/** The value of a record's own key: names of Python may be those of JavaScript's objects. */
export function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** How far imports, aliases and bases are followed. */
const DEEPEST = 12;

/** All modules of a repository, with names looked up as Python would. */
export class Project {
  readonly #byName = new Map<string, ModuleFacts>();
  readonly #functions = new Map<ModuleFacts, Map<string, FunctionFacts>>();
  readonly #classes = new Map<ModuleFacts, Map<string, ClassFacts>>();

  constructor(readonly modules: readonly ModuleFacts[]) {
    for (const module of modules) {
      this.#byName.set(moduleOf(module.path), module);
      // Of several definitions in one place it is the last, as Python would have it.
      this.#functions.set(module, new Map(module.functions.map((facts) => [ownedName(facts), facts])));
      this.#classes.set(module, new Map(module.classes.map((facts) => [facts.name, facts])));
    }
  }

  module(dotted: string): ModuleFacts | null {
    return this.#byName.get(dotted) ?? null;
  }

  functionIn(module: ModuleFacts, name: string): FunctionFacts | null {
    return this.#functions.get(module)?.get(name) ?? null;
  }

  classIn(module: ModuleFacts, name: string): ClassEntity | null {
    const facts = this.#classes.get(module)?.get(name);
    return facts ? { kind: 'class', module, facts } : null;
  }

  /** A name of a module: what it defines, imports, or assigns from another name. */
  name(module: ModuleFacts, name: string, depth = 0): Entity | null {
    if (depth > DEEPEST) return null;
    const facts = this.functionIn(module, name);
    if (facts) return { kind: 'function', module, facts, self: null };
    const found = this.classIn(module, name);
    if (found) return found;
    const imported = own(module.imports, name);
    if (imported) return this.#imported(imported, module, depth + 1);
    const value = own(module.values, name)?.[0];
    if (value !== undefined && value !== name) {
      const entity = this.value(module, value, depth + 1);
      if (entity) return entity;
    }
    for (const star of module.stars) {
      const from = this.module(star);
      const entity = from && from !== module ? this.name(from, name, depth + 1) : null;
      if (entity) return entity;
    }
    return null;
  }

  #imported(
    { module: dotted, name }: { readonly module: string; readonly name?: string },
    from: ModuleFacts,
    depth: number,
  ): Entity | null {
    if (name === undefined) return { kind: 'module', dotted };
    const module = this.module(dotted);
    const entity = module && module !== from ? this.name(module, name, depth) : null;
    return entity ?? (this.module(`${dotted}.${name}`) ? { kind: 'module', dotted: `${dotted}.${name}` } : null);
  }

  /** The value of a chain of plain names in a module. */
  value(module: ModuleFacts, chain: string, depth = 0): Entity | null {
    const [first = '', ...rest] = chain.split('.');
    let at = this.name(module, first.replace(/(?:\(\))+$/, ''), depth);
    if (at && first.endsWith('()')) at = this.called(at, depth);
    for (const part of rest) {
      if (!at) return null;
      at = this.attribute(at, part.replace(/(?:\(\))+$/, ''), depth);
      if (at && part.endsWith('()')) at = this.called(at, depth);
    }
    return at;
  }

  /** What a call of an entity gives. */
  called(entity: Entity, depth = 0): Entity | null {
    if (entity.kind === 'class') return { kind: 'instance', of: entity };
    if (entity.kind !== 'function' || depth > DEEPEST) return null;
    for (const returned of entity.facts.returns) {
      const chain = own(entity.facts.assigned, returned) ?? returned;
      const found = this.#ofSelf(entity, chain, depth + 1) ?? this.value(entity.module, chain, depth + 1);
      if (found) return found;
    }
    return null;
  }

  /** `self`, `self.f()` and the like, in a method. */
  #ofSelf({ self }: Extract<Entity, { kind: 'function' }>, chain: string, depth: number): Entity | null {
    if (!self || !/^self\b/.test(chain)) return null;
    let at: Entity | null = { kind: 'instance', of: self };
    for (const part of chain.split('.').slice(1)) {
      at = at && this.attribute(at, part.replace(/(?:\(\))+$/, ''), depth);
      if (at && part.endsWith('()')) at = this.called(at, depth);
    }
    return at;
  }

  attribute(entity: Entity, name: string, depth = 0): Entity | null {
    if (entity.kind === 'module') {
      const module = this.module(entity.dotted);
      const found = module ? this.name(module, name, depth + 1) : null;
      if (found) return found;
      const dotted = `${entity.dotted}.${name}`;
      const known =
        this.module(dotted) !== null || [...this.#byName.keys()].some((each) => each.startsWith(`${dotted}.`));
      return known ? { kind: 'module', dotted } : null;
    }
    if (entity.kind === 'function') return null;
    return this.member(entity.kind === 'instance' ? entity.of : entity, name, depth);
  }

  /** A method, inner class or assigned attribute of a class, its bases included. */
  member(owner: ClassEntity, name: string, depth = 0): Entity | null {
    for (const each of this.lineage(owner)) {
      const { module, facts } = each;
      const method = this.functionIn(module, `${facts.name}.${name}`);
      if (method) return { kind: 'function', module, facts: method, self: owner };
      const inner = this.classIn(module, `${facts.name}.${name}`);
      if (inner) return inner;
      const value = own(module.values, `${facts.name}.${name}`)?.[0] ?? this.#attributeOf(each, name);
      if (value === undefined || depth > DEEPEST) continue;
      const found = this.value(module, value, depth + 1);
      if (found) return found;
    }
    return null;
  }

  #attributeOf({ module, facts }: ClassEntity, name: string): string | undefined {
    for (const method of module.functions) {
      const value = method.className === facts.name ? own(method.assigned, `self.${name}`) : undefined;
      if (value !== undefined) return own(method.assigned, value) ?? value;
    }
    return undefined;
  }

  /** The class and its bases as far as the repository has them, nearest first. */
  lineage(owner: ClassEntity): ClassEntity[] {
    const found: ClassEntity[] = [];
    const pending = [owner];
    for (let next = pending.shift(); next && found.length < 40; next = pending.shift()) {
      if (found.some(({ facts }) => facts === next?.facts)) continue;
      found.push(next);
      for (const base of next.facts.bases) {
        const entity = this.value(next.module, base);
        if (entity?.kind === 'class') pending.push(entity);
      }
    }
    return found;
  }
}
