import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files outside of test/live that take too long for `npm test`, the longest first; `npm run test:full` runs them. */
export const SLOW_FILES: readonly string[] = [
  'test/contracts/wasm-deaths.test.ts',
  'test/contracts/mutator-contract.test.ts',
  'test/contracts/wasm-sandbox.test.ts',
  'test/contracts/hacks.test.ts',
  'test/serve/model-server.test.ts',
  'test/contracts/attacks/system-attacks.test.ts',
  'test/hostile/hostile-files.test.ts',
  'test/cli/lost-calls.test.ts',
  'test/hostile/hostile-replies.test.ts',
  'test/app/solve-question.test.ts',
  'test/pipeline/endpoint-moods.test.ts',
  'test/cli/output-guard.test.ts',
  'test/contracts/process-sandbox.test.ts',
  'test/datasets/corrupted-files.test.ts',
  'test/cli/solve.test.ts',
  'test/sandbox/runner-python.test.ts',
  'test/cli/study.test.ts',
  'test/cli/interrupted-run.test.ts',
  'test/cli/bad-input.test.ts',
  'test/sandbox/repository-runner.test.ts',
  'test/cli/formats-end-to-end.test.ts',
  'test/cli/cases.test.ts',
  'test/app/uses.test.ts',
  'test/cli/imported-run.test.ts',
  'test/app/assembly/max-cost.test.ts',
  'test/contracts/wasm-together.test.ts',
  'test/cli/run-promptings.test.ts',
  'test/contracts/wasm-confinement.test.ts',
  'test/contracts/dataset-format.test.ts',
  'test/cli/mutate.test.ts',
  'test/cli/run-ds-1000.test.ts',
  'test/sandbox/wasm/many-large-answers.test.ts',
  'test/app/collecting/collect-tasks.test.ts',
  'test/pipeline/reading/process-reader.test.ts',
  'test/cli/select.test.ts',
  'test/cli/closed-output.test.ts',
  'test/contracts/mutator-contract-fuzz.test.ts',
  'test/mutators/approach-mutators.test.ts',
  'test/store/shared-directories.test.ts',
];

const LONGEST_LIVE_FILES = [
  ...['package', 'queue', 'demo', 'dl-bench', 'docker-attacks', 'hostile-run', 'sandbox-kills', 'docker-sandbox'],
  ...['select-patch', 'killed-commands', 'solve-function', 'bubblewrap-sandbox', 'formats', 'html-report', 'signals'],
].map((name) => `test/live/${name}.test.ts`);

/** Those of `npm test` that would be its end. */
const LONGEST_FAST_FILES = ['contracts/smoke', 'readme', 'pipeline/run-pipeline'].map((name) => `test/${name}.test.ts`);
const LONGEST_FIRST = [...LONGEST_FAST_FILES, ...SLOW_FILES.slice(0, 1), ...LONGEST_LIVE_FILES, ...SLOW_FILES.slice(1)];

/** Returns the files with properties, whose examples `npm run test:full` draws by the thousand. */
export function propertyFiles(root: string): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"));
}

/** Begins with the longest files, so that no worker is left with one when the others have nothing more to do. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST_FIRST.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place === -1 ? LONGEST_FIRST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
