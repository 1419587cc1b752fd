import type { TestProjectInlineConfiguration } from 'vitest/config'

export type Need = 'toolbox' | 'go' | 'web' | 'python' | 'labelled'

interface TestProject {
  needs: Need[]
  /** Why it is no part of the gate. */
  long?: string
  test: NonNullable<TestProjectInlineConfiguration['test']>
}

/** Tests with a database. */
const POSTGRES = {
  globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
  maxWorkers: '100%',
}

/** Stories in a local world, which they share, one after the other. */
const STORIES = {
  globalSetup: ['apps/world/src/testing/world.setup.ts'],
  fileParallelism: false,
}

/**
 * Stories that open worlds of their own, whose clock only they move. A test settles everything that days of a chain bring,
 * which a busy machine takes minutes for.
 */
const OWN_WORLDS = { fileParallelism: false, testTimeout: 600_000, hookTimeout: 900_000 }

/** The projects of Vitest, each of which is a suite of `npm test`. */
export const PROJECTS: Readonly<Record<string, TestProject>> = {
  unit: {
    needs: [],
    test: {
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
      exclude: [
        ...['**/*.chain.test.ts', '**/*.slow.test.ts', '**/node_modules/**'],
        'packages/embedded-postgres/**',
      ],
      maxWorkers: '100%',
    },
  },
  chain: {
    needs: ['toolbox'],
    test: {
      include: ['packages/flow/src/**/*.chain.test.ts', 'apps/deploy/src/**/*.chain.test.ts'],
      fileParallelism: false,
    },
  },
  server: {
    needs: ['toolbox'],
    test: {
      include: ['{apps/server,apps/verify,packages/embedded-postgres}/src/**/*.test.ts'],
      exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
      ...POSTGRES,
    },
  },
  web: {
    needs: [],
    test: { include: ['apps/web/{src,vite}/**/*.test.ts', 'apps/web/src/**/*.test.tsx'] },
  },
  world: {
    needs: ['toolbox', 'web'],
    test: { ...STORIES, include: ['apps/world/src/stories/{scores,operation}/*.test.ts'] },
  },
  walk: {
    needs: ['toolbox', 'web'],
    test: { ...OWN_WORLDS, include: ['apps/world/src/stories/walk/*.test.ts'] },
  },
  pages: {
    needs: ['toolbox', 'web'],
    long: 'people use every page in a browser, and wait for blocks',
    test: {
      ...STORIES,
      include: ['apps/world/src/stories/!(scores|operation|walk|days|slow|documents)/*.test.ts'],
    },
  },
  documents: {
    needs: ['toolbox', 'web', 'python'],
    long: 'the commands of the documents run on Node 20, with packages from the internet, generated clients vote, and schemathesis sends thousands of requests',
    test: { ...STORIES, include: ['apps/world/src/stories/documents/*.test.ts'] },
  },
  slow: {
    needs: ['toolbox', 'web'],
    long: 'a world is started from nothing, and stopped in the middle',
    test: { ...STORIES, include: ['apps/world/src/stories/slow/*.test.ts'] },
  },
  bench: {
    needs: ['web'],
    long: 'every benchmark runs once on little data, which takes a server of its own and a load',
    test: { include: ['bench/*.slow.test.ts'] },
  },
  'slow-server': {
    needs: ['toolbox'],
    long: 'processes are killed and attacked, transactions expire after 600 blocks, and faults strike at random',
    test: {
      include: ['{apps,packages}/*/src/**/*.slow.test.ts'],
      ...POSTGRES,
    },
  },
  days: {
    needs: ['toolbox', 'web'],
    long: 'votes of several days are held, executed and appealed, and wallets cleared',
    test: { ...OWN_WORLDS, include: ['apps/world/src/stories/days/*.test.ts'] },
  },
}
