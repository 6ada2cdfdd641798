import { defineConfig } from 'vitest/config'

// The built dashboard in a real browser, on the real server. Two files at a time: each starts a server and a browser of its
// own, and waits more than it computes.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is no fault of the page.
    expect: { poll: { timeout: 15_000 } },
  },
})
