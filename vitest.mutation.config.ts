import { defineConfig } from 'vitest/config';

// The unit tests of the folders that stryker.config.json mutates, or of the one that is named, and no others.
const folder = process.env['MUTAGREE_MUTATION_FOLDER'] ?? '{agreement,statistics,analysis}';

export default defineConfig({
  test: { include: [`test/${folder}/**/*.test.ts`], testTimeout: 20_000 },
});
