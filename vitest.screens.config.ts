import { defineConfig } from 'vitest/config'

// `npm run screens`: the pictures of the README, taken of the built dashboard. No test.
export default defineConfig({
  test: {
    include: ['test/browser/readme-shots.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
