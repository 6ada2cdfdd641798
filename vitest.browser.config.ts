import { defineConfig } from 'vitest/config'

// The built dashboard in a real browser, on the real server. One file at a time: each starts a browser of its own.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
