import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files of one worker share loaded modules: no test mocks a module or changes a global. */
const SHARED = { isolate: false } as const

/** Deadlines end what hangs. They assert nothing, so they are long enough for a busy machine; tests that pass pay nothing. */
const PATIENT = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 120_000,
  hookTimeout: 180_000,
} as const

/**
 * Runs the stories that move the clock by name: the first of the votes continues what the community decided before the
 * world opened.
 */
class StorySequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isStory = ({ moduleId }: TestSpecification) => /\/stories\/(days|votes)\//.test(moduleId)
    const stories = sorted.filter(isStory).sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    return [...sorted.filter((file) => !isStory(file)), ...stories]
  }
}

/** Stories in a local world, which they share, one after the other. */
const STORIES = {
  ...PATIENT,
  ...SHARED,
  globalSetup: ['apps/world/src/testing/world.setup.ts'],
  fileParallelism: false,
}

export default defineConfig({
  test: {
    sequence: { sequencer: StorySequencer },
    // Tests read documents, which no import leads to.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.md'],
    projects: [
      {
        test: {
          ...PATIENT,
          ...SHARED,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/contracts/model/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'apps/lab/src/**/*.test.ts',
            'apps/deploy/src/**/*.test.ts',
            'apps/world/src/!(stories)/**/*.test.ts',
            'apps/world/src/*.test.ts',
          ],
          exclude: ['**/*.chain.test.ts', 'packages/embedded-postgres/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...PATIENT,
          ...SHARED,
          name: 'chain',
          include: ['packages/flow/src/**/*.chain.test.ts', 'apps/deploy/src/**/*.chain.test.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...PATIENT,
          ...SHARED,
          name: 'server',
          include: ['{apps/server,apps/verify,packages/embedded-postgres}/src/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
          maxWorkers: '100%',
        },
      },
      {
        test: {
          ...PATIENT,
          ...SHARED,
          name: 'web',
          include: ['apps/web/{src,vite}/**/*.test.ts', 'apps/web/src/**/*.test.tsx'],
        },
      },
      {
        test: {
          ...STORIES,
          name: 'world',
          include: ['apps/world/src/stories/{scores,operation}/*.test.ts'],
        },
      },
      {
        test: {
          ...STORIES,
          name: 'pages',
          include: ['apps/world/src/stories/!(scores|operation|days|slow|votes)/*.test.ts'],
        },
      },
      {
        test: {
          ...STORIES,
          name: 'slow',
          include: ['apps/world/src/stories/slow/*.test.ts'],
        },
      },
      {
        test: {
          ...PATIENT,
          ...SHARED,
          name: 'slow-server',
          include: ['apps/server/src/**/*.slow.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
          maxWorkers: '100%',
        },
      },
      {
        test: {
          ...STORIES,
          name: 'days',
          include: ['apps/world/src/stories/days/*.test.ts'],
        },
      },
      {
        test: {
          ...STORIES,
          name: 'votes',
          include: ['apps/world/src/stories/votes/*.test.ts'],
        },
      },
    ],
  },
})
