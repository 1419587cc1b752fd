import { configDefaults, defineConfig } from 'vitest/config'
import { PROJECTS } from './scripts/test/projects.ts'

/** Test files of one worker share loaded modules: no test mocks a module or changes a global. */
const SHARED = { isolate: false } as const

/** Deadlines end what hangs. They assert nothing, so they are long enough for a busy machine; tests that pass pay nothing. */
const PATIENT = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 120_000,
  hookTimeout: 300_000,
} as const

const SEED = 'scripts/test/properties.setup.ts'

export default defineConfig({
  test: {
    // Tests read documents and contracts, to which no import leads.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.{md,cdc}'],
    projects: Object.entries(PROJECTS).map(([name, { test }]) => ({
      test: { ...PATIENT, ...SHARED, setupFiles: [SEED], name, ...test },
    })),
  },
})
