import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the better part of a minute or more on two cores, the longest first. */
export const LONG_FILES: readonly string[] = [
  'test/sandbox/runner-python.test.ts',
  'test/contracts/wasm-deaths.test.ts',
  'test/live/killed-commands.test.ts',
  'test/live/demo.test.ts',
  'test/live/package.test.ts',
  'test/bench/hostile/hostile-files.test.ts',
  'test/contracts/mutator-contract.test.ts',
  'test/sandbox/repository-runner.test.ts',
  'test/contracts/wasm-sandbox.test.ts',
  'test/serve/model-server.test.ts',
  'test/live/signals.test.ts',
];

/** Begins with the longest files, so that no worker is left with one when the others have nothing more to do. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG_FILES.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place === -1 ? LONG_FILES.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
