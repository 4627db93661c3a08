import { readFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type SkippedTest, skippedSummary } from './skipped-tests.ts';

/** Says once, at the end of a test run, what was skipped and what for. */
export class SkippedTestsReporter implements Reporter {
  #vitest: Vitest | null = null;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // What a filter leaves out was not asked for.
    if (!this.#vitest || this.#vitest.config.testNamePattern) return;
    const skipped = modules.flatMap((module): SkippedTest[] => {
      const tests = [...module.children.allTests('skipped')];
      if (tests.length === 0) return [];
      const source = readFileSync(module.moduleId, 'utf8');
      return tests.map((test) => ({ name: test.fullName, source }));
    });
    const summary = skippedSummary(skipped);
    if (summary !== '') this.#vitest.logger.log(`\n${summary}`);
  }
}
