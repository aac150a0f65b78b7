import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.fuzz.ts'],
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: [['default', { summary: false }]],
    disableConsoleIntercept: true,
  },
});
