import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/evaluate/**/*.evaluate.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: [['default', { summary: false }]],
    disableConsoleIntercept: true,
  },
});
