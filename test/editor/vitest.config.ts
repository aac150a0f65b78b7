import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The picture of the README is made on demand.
    include:
      process.env['SONDE_UPDATE_MEDIA'] === '1' ? ['test/editor/media.ts'] : ['test/editor/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    reporters: ['default'],
  },
});
