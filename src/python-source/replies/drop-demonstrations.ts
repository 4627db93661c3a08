import { groupBy } from '../../core/group-by.ts';
import { analyseScopes, bindsIn, reachable, usesIn } from '../scopes/scopes.ts';
import { isMainGuard } from '../syntax/program-statements.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';

const TALK = new Set(['print', 'input', 'breakpoint', 'exit', 'quit', 'help', 'display']);
const RUNS_TESTS =
  /^(?:unittest|pytest|doctest|nose|sys|os)\.(?:main|testmod|run_docstring_examples|run|exit|_exit)$|^(?:plt|click|typer|fire)\.|\.parse_args$/;

/** Whether running the statement prints, asks, checks or exits; the bodies of its functions don't count. */
function isDemonstration(node: PythonNode): boolean {
  let found = false;
  node.visit(({ type, callee }) => {
    if (type === 'function_definition' || type === 'lambda') return false;
    const called = callee?.text ?? '';
    found ||= type === 'assert_statement' || TALK.has(called) || RUNS_TESTS.test(called);
    return !found;
  });
  return found;
}

/** A statement of the module. */
interface Statement {
  readonly node: PythonNode;
  /** Names of the module that it defines. */
  readonly defines: ReadonlySet<string>;
  /** Names of the module, or of none, that occur in it, including its own. */
  readonly names: ReadonlySet<string>;
  drops: boolean;
}

const holdsWord = (text: string, word: string): boolean => text.split(/[^\p{L}\p{N}_]+/u).includes(word);

const meets = (names: Iterable<string>, others: ReadonlySet<string>): boolean =>
  [...names].some((name) => others.has(name));

/** Names that the wanted definition uses, through the other statements of the module. */
function neededNames(statements: readonly Statement[], entryPoint: string): Set<string> {
  const definitions = statements.flatMap(({ defines, names }) => [...defines].map((name) => ({ name, names })));
  const definers = groupBy(definitions, ({ name }) => name);
  const last = (name: string) => definers.get(name)?.slice(-8) ?? [];
  return reachable([entryPoint], (name) => last(name).flatMap(({ names }) => [...names]));
}

/** Marks the statements that only demonstrate or test the definitions; returns the place of the wanted definition. */
function dropShows(statements: readonly Statement[], entryPoint: string): number {
  const needed = neededNames(statements, entryPoint);
  // Statements that need a dropped variable are dropped too, and calls of variables that the definition does not need.
  const dropped = new Set([entryPoint]);
  const idle = new Set<string>();
  let first = statements.length;
  // A function that the wanted decorator is shown on, under a comment that says so.
  const isExample = (at: number) => {
    const [before, { node }] = [statements[at - 1]?.node, statements[at] as Statement];
    const isShown = node.children.some(({ type, text }) => type === 'decorator' && holdsWord(text, entryPoint));
    return isShown && before?.type === 'comment' && /\b(?:examples?|usage|demo|tests?)\b/i.test(before.text);
  };
  statements.forEach((statement, at) => {
    const { node, defines, names } = statement;
    if (defines.has(entryPoint)) first = Math.min(first, at);
    else if (shows()) {
      statement.drops = true;
      for (const name of defines) dropped.add(name);
    } else if (at > first && node.type === 'expression_statement') {
      for (const name of defines) if (!needed.has(name)) idle.add(name);
    }

    function shows(): boolean {
      if (!node.named || node.type === 'comment' || /import/.test(node.type)) return false;
      const definition = node.child('definition') ?? node;
      const body = definition.child('body');
      if (/^(?:function|class|decorated)_definition$/.test(node.type)) {
        if (meets(defines, needed)) return false;
        if (definition.type === 'class_definition')
          return (
            /\bTestCase\b/.test(definition.childText('superclasses')) || /^Test[A-Z]/.test(definition.childText('name'))
          );
        // A function such as `main` or `test_it`.
        return isExample(at) || (body !== null && isDemonstration(body));
      }
      if (isMainGuard(node) || isDemonstration(node)) return true;
      if (node.type !== 'expression_statement' || defines.size > 0) return at > first && meets(names, dropped);
      // A call may set something up (`sys.setrecursionlimit`); a bare value, a call of the tested function or the seed of
      // random numbers that it does not use do not.
      const value = node.children[0];
      if (value?.type === 'string' && at === 0) return false;
      if (!/call|assignment/.test(value?.type ?? '') || meets(names, dropped)) return true;
      return value?.callee ? meets(names, idle) || (/\bseed$/.test(value.callee.text) && !meets(names, needed)) : false;
    }
  });
  return first;
}

/** Variables after the definition, and imports, go where only statements that went use them. */
function dropUnused(statements: readonly Statement[], first: number): void {
  const kept = new Map<string, number>();
  const dropped = new Set<string>();
  for (const { names, drops } of statements)
    for (const name of names) drops ? dropped.add(name) : kept.set(name, (kept.get(name) ?? 0) + 1);
  for (let at = statements.length - 1; at >= 0; at--) {
    const statement = statements[at] as Statement;
    const { node, defines, names, drops } = statement;
    const isImport = /^import_/.test(node.type);
    if (drops || !(isImport || (at > first && !/definition$/.test(node.type)))) continue;
    if (!meets(defines, dropped) || [...defines].some((name) => (kept.get(name) ?? 0) > 1)) continue;
    statement.drops = true;
    for (const name of names) {
      dropped.add(name);
      kept.set(name, (kept.get(name) ?? 0) - 1);
    }
  }
}

/** Drops comments with the statement that follows them or is on their line; those at the end of the program too. */
function dropComments(statements: readonly Statement[], first: number): void {
  let next = true;
  for (let at = statements.length - 1; at > first; at--) {
    const statement = statements[at] as Statement;
    const { node } = statement;
    if (node.type !== 'comment') {
      next = statement.drops;
      continue;
    }
    const before = statements[at - 1] as Statement;
    const isBeside = !node.source.slice(before.node.end, node.start).includes('\n');
    statement.drops = isBeside ? before.drops : next;
  }
}

/** Removes example calls, prints, asserts, main guards, statements that only these need, and their comments. */
export function dropDemonstrations(code: string, entryPoint: string): string {
  const scopes = analyseScopes(parsePython(code));
  const statements = scopes.root.children.map((node) => {
    return { node, defines: bindsIn(scopes, node), names: usesIn(scopes, node), drops: false };
  });
  const first = dropShows(statements, entryPoint);
  dropUnused(statements, first);
  dropComments(statements, first);
  let kept = '';
  let at = 0;
  for (const { node, drops } of statements) {
    if (!drops) continue;
    kept += code.slice(at, node.start);
    at = node.end;
    // A `;` that joined the statement to its neighbours goes with it.
    const joint = /^[ \t]*;[ \t]*/.exec(code.slice(at, at + 80));
    if (joint) at += joint[0].length;
  }
  return `${(kept + code.slice(at)).trimEnd()}\n`;
}
