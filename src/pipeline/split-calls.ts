import type { SandboxTest } from '../core/sandbox.ts';

/** A test of many calls as tests of one call each; any other test as it is. */
export function splitCalls<Test extends SandboxTest>(test: Test): Test[] {
  const { id, body } = test;
  if (body.kind !== 'calls' || body.count === 1 || body.only !== undefined) return [test];
  return Array.from({ length: body.count }, (_, only) => ({ ...test, id: `${id}/${only}`, body: { ...body, only } }));
}
