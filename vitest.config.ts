import { defineConfig } from 'vitest/config'

/** Longer timeouts for busy machines. */
const PATIENT = { expect: { poll: { timeout: 10_000 } }, testTimeout: 30_000 } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/lab/src/**/*.test.ts',
            'apps/deploy/src/**/*.test.ts',
            'apps/world/src/!(stories)/**/*.test.ts',
            'apps/world/src/*.test.ts',
          ],
          exclude: [
            '**/*.{chain,slow}.test.ts',
            'packages/embedded-postgres/**',
            '**/node_modules/**',
          ],
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
          ...PATIENT,
          name: 'server',
          include: ['{apps/server,apps/verify,packages/embedded-postgres}/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
          maxWorkers: '100%',
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
        // Building a world takes 20 s.
        test: { name: 'slow', include: ['apps/world/src/**/*.slow.test.ts'], testTimeout: 120_000 },
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
