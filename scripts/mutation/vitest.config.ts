import { defineConfig } from 'vitest/config'
import { PARTS } from './parts.mjs'

/** The tests of one part, which run in the copy of the checkout that Stryker makes. */
export default defineConfig({
  test: {
    include: PARTS[process.env.MUTATION_PART ?? '']?.tests ?? [],
    testTimeout: 30_000,
    isolate: false,
    fileParallelism: false,
  },
})
