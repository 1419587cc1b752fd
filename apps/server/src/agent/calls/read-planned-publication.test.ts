import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { HABITS } from '@app/score/testing/habits/habits.ts'
import { buildFactsFromTransfers } from '@app/score/transfers/build-facts-from-transfers.ts'
import { SCORE_RULES } from '@app/score/version.ts'
import { FACTORS } from '@app/values/factor.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { FLOW, toTestAddress } from '../../testing/ledger.ts'
import { lowerPoints } from '../../testing/lower-points.ts'
import { insertTestScore, type TestScore, toTestHash } from '../testing/insert-test-score.ts'
import { readPlannedPublication } from './read-planned-publication.ts'

const WALLET = toTestAddress(1)
const AGENT = toTestAddress(2)
const OTHER = toTestAddress(3)

const BEFORE = SCORE_RULES.current
const NEXT = { ...lowerPoints(BEFORE), version: '99.0.0' }

let context: Context

beforeEach(async () => {
  context = { ...(await createTestContext()), rules: { current: NEXT, earlier: [BEFORE] } }
})

/** Live records on the chain, by publisher: all factors are the same, so that this is the score. */
type Records = Record<string, number>

/** What the agent publishes of a stored score beside the records that stand. */
async function plan(records: Records, score: Partial<TestScore>) {
  const evidenceHash = toTestHash(1)
  await insertTestScore(context, { address: WALLET, evidenceHash, ...score })
  const answer = Object.entries(records).map(([publisher, points]) => ({
    ...{ publisher, scoreTenths: BigInt(points * 10), level: 2n, version: BEFORE.version },
    ...{ evidenceHash: toTestHash(points), blockHeight: 1n, publishedAt: 0n },
    factors: FACTORS.map(() => BigInt(points * 100)),
  }))
  const reader = { network: 'local', flow: { executeScript: async () => answer } } as const
  const query = { address: WALLET, evidenceHash, publisher: AGENT }
  return await readPlannedPublication(context, reader, query)
}

describe('rule 30: beside a standing record of another publisher, an incomplete index', () => {
  it.each([45, 50, 54.9])('does not publish a score of %d', async (score) => {
    const doubtful = { value: score * 100, completeness: 4_000 }
    expect(await plan({ [OTHER]: 55 }, doubtful)).toEqual({
      problem: `40 % of the history of ${WALLET} is indexed here: a score of ${score} is not published beside 55 by ${OTHER}, who may know more.`,
      isMoot: true,
    })
  })

  it.each<[what: string, records: Records, score: Partial<TestScore>]>([
    ['that accuses', { [OTHER]: 80 }, { value: 4_490 }],
    ['that breaks nothing', { [OTHER]: 80 }, { value: 5_500 }],
    ['where it is complete', { [OTHER]: 80 }, { completeness: 10_000 }],
    ['where the standing record is its own', { [AGENT]: 80 }, { version: BEFORE.version }],
    ['where the record of the other one is below 55', { [OTHER]: 54 }, {}],
    ['where there is no other publisher', {}, {}],
  ])('publishes one %s', async (_, records, change) => {
    const score = { value: 5_000, completeness: 4_000, ...change }
    const evidenceHash = toTestHash(1)
    expect(await plan(records, score)).toMatchObject({ score: score.value / 100, evidenceHash })
  })
})

/** Facts of a wallet that scores so by the rules before. */
function findFacts(isWanted: (score: number) => boolean): { facts: Facts; score: number } {
  for (const { transfers } of Object.values(HABITS)) {
    const facts = buildFactsFromTransfers(WALLET, transfers(), new Set(['x']))
    const { score } = judge(facts, BEFORE)
    if (isWanted(score)) return { facts, score }
  }
  throw new Error('no wallet scores so')
}

describe('a score of 40 by the rules of a new version', () => {
  const next = { version: NEXT.version, value: 4_000 }

  it('that alone would take away the right to vote keeps to the version of the standing record', async () => {
    const { facts, score } = findFacts((one) => one >= 60)
    const kept = { version: BEFORE.version, score, evidenceHash: toTestHash(1) }
    expect(await plan({ [AGENT]: 61 }, { ...next, facts })).toMatchObject(kept)
  })

  it('renews the standing record while only blocks that are read again make the difference', async () => {
    const { facts } = findFacts((one) => one < 55)
    const before = { version: BEFORE.version, score: 61, riskLevel: 'NORMAL' } as const
    const earlier = { ...before, completeness: 1 }
    const renewed = { version: BEFORE.version, score: 61, evidenceHash: toTestHash(61) }
    expect(await plan({ [AGENT]: 61 }, { ...next, facts, earlier })).toMatchObject(renewed)
  })

  it('renews it while only the later blocks of somebody with own places are read again', async () => {
    const { facts } = findFacts((one) => one < 55)
    const places = [{ place: 'staking', token: FLOW, put: 0n, taken: 9n }] as const
    const half = { ...facts, places: [...places] }
    const earlier = { version: BEFORE.version, score: 40, riskLevel: 'SUSPICIOUS' } as const
    const planned = { ...next, facts: half, completeness: 9_000 }
    const planWith = (completeness: number) =>
      plan({ [AGENT]: 61 }, { ...planned, earlier: { ...earlier, completeness } })
    expect(await planWith(1)).toMatchObject({ score: 61, evidenceHash: toTestHash(61) })
    expect(await planWith(0.9)).toMatchObject({ score: 40, evidenceHash: toTestHash(1) })
  })

  it.each([
    ['takes it away where the rules before would, too', 61, 45, 4_000],
    ['is published where a record of 44 gives no right', 44, 100, 4_000],
    ['is published where a record of 39 gives no right', 39, 100, 4_000],
    ['is published where it gives every right', 61, 100, 6_000],
  ])('%s', async (_, standing, below, value) => {
    const { facts } = findFacts((one) => one < below)
    const published = { version: NEXT.version, score: value / 100 }
    expect(await plan({ [AGENT]: standing }, { ...next, value, facts })).toMatchObject(published)
  })
})
