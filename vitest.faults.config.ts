import { defineConfig } from 'vitest/config'

// Real processes, killed and starved: slow, some only as root, and one at a time because several of them measure time.
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/support/compile-children.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    reporters: ['verbose'],
    testTimeout: 60 * 60_000,
    hookTimeout: 60_000,
  },
})
