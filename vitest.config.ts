import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**', '**/node_modules/**'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default'],
    // Most tests wait for servers, shells and links, not for a processor.
    maxWorkers: 3,
  },
});
