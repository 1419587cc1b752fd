import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/lab/src/**/*.test.ts',
            'apps/deploy/src/**/*.test.ts',
            'apps/world/src/!(stories)/**/*.test.ts',
            'apps/world/src/*.test.ts',
          ],
          exclude: ['packages/flow/src/**/*.chain.test.ts', 'apps/deploy/src/**/*.chain.test.ts'],
        },
      },
      {
        test: {
          name: 'chain',
          include: ['packages/flow/src/**/*.chain.test.ts', 'apps/deploy/src/**/*.chain.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
          maxWorkers: '100%',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: { name: 'web', include: ['apps/web/src/**/*.test.ts', 'apps/web/src/**/*.test.tsx'] },
      },
      {
        test: {
          name: 'world',
          include: ['apps/world/src/stories/*.test.ts'],
          globalSetup: ['apps/world/src/testing/world.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'days',
          include: ['apps/world/src/stories/days/*.test.ts'],
          globalSetup: ['apps/world/src/testing/world.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
