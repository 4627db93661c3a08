import { oncePer } from '../core/once-per.ts';
import { moduleName } from '../core/repository.ts';
import { reachable } from '../python-source/scopes/scopes.ts';
import { type Definition, type ModuleFacts, ownedName } from './read-module.ts';

/** A function as something that is executed: methods know the class that they are called on. */
export interface Place {
  readonly facts: Definition;
  readonly self: Definition | null;
}

/** How far imports are followed. */
const DEEPEST = 12;

export const classesOf = (found: readonly Definition[]) => found.filter(({ kind }) => kind === 'class');

/** All modules of a repository, with names looked up as Python would. */
export class Project {
  readonly #byName = new Map<string, ModuleFacts>();
  readonly #packages = new Set<string>();
  readonly #mentioned = new Map<Definition, readonly Definition[]>();

  constructor(readonly modules: readonly ModuleFacts[]) {
    for (const module of modules) {
      // A repository may be a package itself.
      const parts = moduleName(module)
        .replace(/^__init__$/, '')
        .split('.');
      this.#byName.set(parts.join('.'), module);
      for (const [at] of parts.entries()) this.#packages.add(parts.slice(0, at + 1).join('.'));
    }
  }

  /** What a module defines, imports or assigns under a name; of a module its dotted name. */
  name(module: ModuleFacts, name: string, depth = 0): Definition | string | null {
    if (depth > DEEPEST) return null;
    const own = module.definitions.get(name);
    const imported = module.imports.get(name);
    if (own && !(own.kind === 'value' && imported)) return own;
    if (imported) {
      if (imported.name === undefined) return this.#module(imported.module);
      const found = this.#from(imported.module, imported.name, module, depth);
      return found ?? this.#module(`${imported.module}.${imported.name}`);
    }
    for (const star of module.stars) {
      const found = this.#from(star, name, module, depth);
      if (found !== null) return found;
    }
    return null;
  }

  #from(dotted: string, name: string, importer: ModuleFacts, depth: number): Definition | string | null {
    const module = this.#byName.get(dotted);
    return module && module !== importer ? this.name(module, name, depth + 1) : null;
  }

  #module(dotted: string): string | null {
    return this.#packages.has(dotted) ? dotted : null;
  }

  /** The functions and classes that a definition mentions: by their names, or as attributes of modules. */
  mentioned(from: Definition): readonly Definition[] {
    const known = this.#mentioned.get(from);
    if (known) return known;
    // Values that mention each other come to an end here.
    this.#mentioned.set(from, []);
    const { module, mentions } = from;
    const found = new Set<Definition>();
    const entities = new Set(mentions.names.map((name) => this.name(module, name)));
    // A set grows while it is walked.
    for (const entity of entities) {
      if (typeof entity === 'string') {
        const facts = this.#byName.get(entity);
        for (const name of mentions.attributes) {
          entities.add((facts && this.name(facts, name)) || this.#module(`${entity}.${name}`));
        }
      } else if (entity?.kind === 'value') for (const inner of this.mentioned(entity)) found.add(inner);
      else if (entity) found.add(entity);
    }
    this.#mentioned.set(from, [...found]);
    return [...found];
  }

  /** The class and its bases as far as the repository has them, nearest first. */
  readonly lineage = oncePer((owner: Definition): readonly Definition[] => [
    ...reachable([owner], (each) => classesOf(this.mentioned(each))),
  ]);

  /** What a class and its bases define under a name, nearest first. */
  #members(owner: Definition, name: string): Definition[] {
    return this.lineage(owner).flatMap((each) => each.module.definitions.get(`${ownedName(each)}.${name}`) ?? []);
  }

  /** A method of a class, its bases included. */
  method(owner: Definition, name: string): Place | null {
    const facts = this.#members(owner, name).find(({ kind }) => kind === 'function');
    return facts ? { facts, self: owner } : null;
  }

  /** The classes mentioned by the values of a class's own attributes, including its bases. */
  classValues(owner: Definition, names: readonly string[]): Definition[] {
    const values = names.flatMap((name) => this.#members(owner, name)).filter(({ kind }) => kind === 'value');
    return values.flatMap((value) => classesOf(this.mentioned(value)));
  }
}
