import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/faults/**', 'test/browser/**', 'test/bench/**', '**/node_modules/**'],
    globalSetup: ['test/support/compile-children.ts', 'test/support/compile-program.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
