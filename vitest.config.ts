import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';
import { SkippedTestsReporter } from './test/skipped-tests-reporter.ts';

// Files left out, by blanks: "--exclude" does not reach the projects.
const leftOut = process.env['TEST_WITHOUT']?.split(' ') ?? [];

const project = (name: string, include: string[], exclude: string[], testTimeout: number) => ({
  extends: true as const,
  test: { name, include, exclude: [...exclude, ...leftOut], testTimeout, hookTimeout: Math.max(testTimeout, 60_000) },
});

// A file for the verdicts of all tests, which .ci/run counts.
const results = process.env['TEST_RESULTS'];
const counted: ['json', { outputFile: string }][] = results ? [['json', { outputFile: results }]] : [];

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', new SkippedTestsReporter(), ...counted],
    // Why a file skips its tests is told once, at the end.
    onConsoleLog: (log) => !log.startsWith('skipped: '),
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    setupFiles: ['test/property-seed.ts'],
    projects: [
      project('unit', ['test/**/*.test.ts'], ['test/contracts/**', 'test/live/**', 'test/images/**'], 60_000),
      project('contract', ['test/contracts/**/*.test.ts'], [], 120_000),
      project('live', ['test/live/**/*.test.ts'], [], 600_000),
      // Builds gigabytes: by "npm run test:images" alone.
      ...(process.env['MUTAGREE_IMAGES'] ? [project('images', ['test/images/**/*.test.ts'], [], 3_600_000)] : []),
    ],
  },
});
