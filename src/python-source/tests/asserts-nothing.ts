import type { SandboxTest } from '../../core/sandbox.ts';
import { locateFunction } from '../syntax/locate-function.ts';
import { parsePython } from '../syntax/python-tree.ts';

/** Statements and calls that fail a test, and helpers of a test class, which may. */
const CHECKS = /\bassert|[._]assert|\braise|\bwarns\b|\bfail\b|\bself\.(?:_?check|_?verify|_?expect|_?compare)/i;

/** The source of `TestX.test_y`, or of a function; the module's where it has none of that name. */
function methodSource(module: string, method: string): string {
  const [name = '', owner = null] = method.split('.').toReversed();
  return locateFunction(parsePython(module), name, owner)?.text ?? module;
}

/** Whether a test passes for every program that raises nothing: no statement or call in it could fail. */
export function assertsNothing({ body }: Pick<SandboxTest, 'body'>): boolean {
  switch (body.kind) {
    case 'assertion':
      return !CHECKS.test(body.code);
    case 'in-process':
      return !CHECKS.test(body.module);
    case 'method':
      return !CHECKS.test(body.module) || !CHECKS.test(methodSource(body.module, body.method));
    default:
      return false;
  }
}
