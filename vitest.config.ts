import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], exclude: string[], testTimeout: number) => ({
  extends: true as const,
  test: { name, include, exclude, testTimeout, hookTimeout: Math.max(testTimeout, 60_000) },
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      project('unit', ['test/**/*.test.ts'], ['test/contracts/**', 'test/live/**'], 20_000),
      project('contract', ['test/contracts/**/*.test.ts'], [], 120_000),
      project('live', ['test/live/**/*.test.ts'], [], 600_000),
    ],
  },
});
