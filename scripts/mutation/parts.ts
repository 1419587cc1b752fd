interface Part {
  /** Files that are changed. */
  mutate: string[]
  /** Files with tests that need neither a database nor a chain. */
  tests: string[]
  /** Ends of the paths of those that are run first. */
  first?: string[]
}

const SERVER = 'apps/server/src'
const INDEXER = `${SERVER}/indexer`
const AGENT = `${SERVER}/agent`
const COSIGNER = `${SERVER}/cosigner`

/** The parts of the TypeScript code that mutation testing measures: what decides, and does no I/O. */
export const PARTS: Readonly<Record<string, Part>> = {
  values: {
    mutate: ['packages/values/src/**/*.ts', '!**/*.test.ts'],
    tests: ['packages/values/src/**/*.test.ts'],
  },
  score: {
    mutate: [
      'packages/score/src/**/*.ts',
      '!**/*.test.ts',
      '!**/testing/**',
      // Fitted numbers, whose accuracy `npm run test:long accuracy` measures.
      '!packages/score/src/tables/**',
    ],
    tests: ['packages/score/src/**/*.test.ts'],
    first: ['/kept-words.test.ts', '/unchanged-scores.test.ts'],
  },
  indexer: {
    mutate: [
      `${INDEXER}/decode/*.ts`,
      `${INDEXER}/fetch/{group-events,merge-blocks,fetch-roles}.ts`,
      `${INDEXER}/next-range.ts`,
      '!**/*.test.ts',
    ],
    tests: [`${INDEXER}/{decode,fetch}/*.test.ts`, `${INDEXER}/next-range.test.ts`],
  },
  agent: {
    mutate: [
      `${AGENT}/decision/{assess-evidence,build-statement,count-token-and-nft-transfers,decide,policy}.ts`,
      `${AGENT}/outbox/{decide-transition,format-send-error}.ts`,
      `${AGENT}/outcomes/wilson-interval.ts`,
      `${AGENT}/rechecks/select-round-robin.ts`,
      `${AGENT}/watching/plan-watching.ts`,
      `${COSIGNER}/exchange/plan-exchange.ts`,
      `${COSIGNER}/judge/judge-proposal.ts`,
    ],
    tests: [
      `${AGENT}/decision/*.test.ts`,
      `${AGENT}/outbox/!(*.chain|*.slow).test.ts`,
      `${AGENT}/outcomes/wilson-interval.test.ts`,
      `${AGENT}/rechecks/select-round-robin.test.ts`,
      `${AGENT}/watching/plan-watching.test.ts`,
      `${COSIGNER}/exchange/plan-exchange.test.ts`,
      `${COSIGNER}/judge/judge-proposal.test.ts`,
    ],
  },
}
