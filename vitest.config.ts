import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst, propertyFiles, SLOW_FILES } from './test/slow-files.ts';

const slow = ['test/live/**/*.test.ts', ...SLOW_FILES];

// To read replies, each run starts a process: by tsx in half a second of CPU, from the build in a tenth.
const readingScript = join(import.meta.dirname, 'dist/src/pipeline/reading/reading-script.js');
const built = existsSync(readingScript) ? [{ find: './reading-script.ts', replacement: readingScript }] : [];

const project = (name: string, include: string[], exclude: string[], testTimeout: number, propertyRuns = '200') => ({
  extends: true as const,
  test: {
    name,
    alias: name === 'full' ? built : [],
    include,
    exclude,
    testTimeout,
    hookTimeout: Math.max(testTimeout, 60_000),
    env: { PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? propertyRuns },
  },
});

// A file for the verdicts of all tests, which .ci/run counts.
const results = process.env['TEST_RESULTS'];
const counted: ['json', { outputFile: string }][] = results ? [['json', { outputFile: results }]] : [];

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker imports each module once for all its files: two thirds of the time.
    isolate: false,
    reporters: ['default', ...counted],
    // Half of the full suite waits: for limits of time, processes that are killed, downloads.
    maxWorkers: Number(process.env['TEST_WORKERS'] ?? 3),
    sequence: { sequencer: LongFilesFirst },
    setupFiles: ['test/property-seed.ts'],
    projects: [
      project('fast', ['test/**/*.test.ts'], [...slow, 'test/images/**'], 60_000),
      project('full', [...slow, ...propertyFiles(import.meta.dirname)], [], 600_000, '2000'),
      // Builds gigabytes: by "npm run test:images" alone.
      ...(process.env['MUTAGREE_IMAGES'] ? [project('images', ['test/images/**/*.test.ts'], [], 3_600_000)] : []),
    ],
  },
});
