import {
  type ClassFacts,
  type FunctionFacts,
  type Mentions,
  type ModuleFacts,
  moduleOf,
  ownedName,
} from './read-module.ts';

export interface ClassEntity {
  readonly kind: 'class';
  readonly module: ModuleFacts;
  readonly facts: ClassFacts;
}

/** A function as something that is executed: methods know the class that they are called on. */
export interface Place {
  readonly module: ModuleFacts;
  readonly facts: FunctionFacts;
  readonly self: ClassEntity | null;
}

/** The possible meanings of a name; a value is represented by its origin. */
type Entity =
  | { readonly kind: 'module'; readonly dotted: string }
  | (Place & { readonly kind: 'function' })
  | { readonly kind: 'value'; readonly module: ModuleFacts; readonly mentions: Mentions }
  | ClassEntity;

export interface Found {
  readonly functions: readonly Place[];
  readonly classes: readonly ClassEntity[];
}

/** The value of a record's own key: names of Python may be those of JavaScript's objects. */
const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** How far imports are followed, and how many bases of a class. */
const DEEPEST = 12;
const MOST_BASES = 40;

/** All modules of a repository, with names looked up as Python would. */
export class Project {
  readonly #byName = new Map<string, ModuleFacts>();
  readonly #packages = new Set<string>();
  readonly #functions = new Map<ModuleFacts, Map<string, FunctionFacts>>();
  readonly #classes = new Map<ModuleFacts, Map<string, ClassFacts>>();
  readonly #mentioned = new Map<Mentions, Found>();

  constructor(readonly modules: readonly ModuleFacts[]) {
    for (const module of modules) {
      const parts = moduleOf(module.path).split('.');
      this.#byName.set(parts.join('.'), module);
      for (const [at] of parts.entries()) this.#packages.add(parts.slice(0, at + 1).join('.'));
      // Of several definitions in one place it is the last, as Python would have it.
      this.#functions.set(module, new Map(module.functions.map((facts) => [ownedName(facts), facts])));
      this.#classes.set(module, new Map(module.classes.map((facts) => [facts.name, facts])));
    }
  }

  classIn(module: ModuleFacts, name: string): ClassEntity | null {
    const facts = this.#classes.get(module)?.get(name);
    return facts ? { kind: 'class', module, facts } : null;
  }

  functionIn(module: ModuleFacts, name: string, self: ClassEntity | null = null): Place | null {
    const facts = this.#functions.get(module)?.get(name);
    return facts ? { module, facts, self } : null;
  }

  /** A name of a module that it defines, imports or assigns. */
  name(module: ModuleFacts, name: string, depth = 0): Entity | null {
    if (depth > DEEPEST) return null;
    const place = this.functionIn(module, name);
    if (place) return { kind: 'function', ...place };
    const found = this.classIn(module, name);
    if (found) return found;
    const imported = own(module.imports, name);
    if (imported) return this.#imported(imported, module, depth + 1);
    const mentions = own(module.values, name);
    if (mentions) return { kind: 'value', module, mentions };
    for (const star of module.stars) {
      const from = this.#byName.get(star);
      const entity = from && from !== module ? this.name(from, name, depth + 1) : null;
      if (entity) return entity;
    }
    return null;
  }

  #module(dotted: string): Entity | null {
    return this.#packages.has(dotted) ? { kind: 'module', dotted } : null;
  }

  #imported({ module: dotted, name }: ModuleFacts['imports'][string], from: ModuleFacts, depth: number): Entity | null {
    if (name === undefined) return this.#module(dotted);
    const module = this.#byName.get(dotted);
    const entity = module && module !== from ? this.name(module, name, depth) : null;
    return entity ?? this.#module(`${dotted}.${name}`);
  }

  /** The functions and classes that some code of a module mentions: by their names, or as attributes of modules. */
  mentioned(module: ModuleFacts, mentions: Mentions): Found {
    const known = this.#mentioned.get(mentions);
    if (known) return known;
    const found = this.#look(module, mentions);
    this.#mentioned.set(mentions, found);
    return found;
  }

  #look(module: ModuleFacts, { names, attributes }: Mentions): Found {
    const functions: Place[] = [];
    const classes: ClassEntity[] = [];
    const seen = new Set<unknown>();
    const pending = names.map((name) => this.name(module, name));
    for (let entity = pending.shift(); entity !== undefined; entity = pending.shift()) {
      const identity =
        entity && (entity.kind === 'module' ? entity.dotted : entity.kind === 'value' ? entity.mentions : entity.facts);
      if (!entity || seen.has(identity)) continue;
      seen.add(identity);
      if (entity.kind === 'function') functions.push(entity);
      else if (entity.kind === 'class') classes.push(entity);
      else if (entity.kind === 'value') {
        const { functions: inner, classes: more } = this.mentioned(entity.module, withoutOwn(entity));
        functions.push(...inner);
        classes.push(...more);
      } else {
        const { dotted } = entity;
        const facts = this.#byName.get(dotted);
        for (const name of attributes)
          pending.push((facts && this.name(facts, name)) || this.#module(`${dotted}.${name}`));
      }
    }
    return { functions, classes };
  }

  /** A method of a class, its bases included. */
  method(owner: ClassEntity, name: string): Place | null {
    for (const { module, facts } of this.lineage(owner)) {
      const found = this.functionIn(module, `${facts.name}.${name}`, owner);
      if (found) return found;
    }
    return null;
  }

  /** The names mentioned by the values of a class's own attributes, including its bases. */
  classValues(owner: ClassEntity, names: readonly string[]): ClassEntity[] {
    return this.lineage(owner).flatMap(({ module, facts }) =>
      names.flatMap((name) => {
        const mentions = own(module.values, `${facts.name}.${name}`);
        return mentions ? this.mentioned(module, mentions).classes : [];
      }),
    );
  }

  /** The class and its bases as far as the repository has them, nearest first. */
  lineage(owner: ClassEntity): ClassEntity[] {
    const found: ClassEntity[] = [];
    const pending = [owner];
    for (let next = pending.shift(); next && found.length < MOST_BASES; next = pending.shift()) {
      const { module, facts } = next;
      if (found.some((each) => each.facts === facts)) continue;
      found.push(next);
      pending.push(...this.mentioned(module, facts.bases).classes);
    }
    return found;
  }
}

/** A value's mentions but for values of its module, which may mention each other. */
function withoutOwn({ module, mentions }: { readonly module: ModuleFacts; readonly mentions: Mentions }): Mentions {
  return { ...mentions, names: mentions.names.filter((name) => !Object.hasOwn(module.values, name)) };
}
