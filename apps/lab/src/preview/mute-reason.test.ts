import { createEmptyFacts } from '@app/score/empty-facts.ts'
import { FACTOR_RULES } from '@app/score/factors/factors.ts'
import type { Facts } from '@app/score/facts.ts'
import { computeInputs } from '@app/score/inputs/inputs.ts'
import { judge, judgeWithTables } from '@app/score/judge.ts'
import { findPoints, type PointsTables } from '@app/score/points-table.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { arbitraryFacts } from '@app/score/testing/arbitrary-facts.ts'
import { buildFacts, PASS_THROUGH_TRANSFERS } from '@app/score/testing/build-transfer.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareWallets } from './compare-engines.ts'
import { createEngineWithout } from './mute-reason.ts'

const THIEF = buildFacts(PASS_THROUGH_TRANSFERS, [])
const INPUT_GROUPS = [
  ...new Set(
    Object.values(POINTS_TABLES)
      .flat()
      .map(({ group }) => group),
  ),
]

/** The tables without the rows, so that nothing of them can count. */
const dropInputGroup = (group: string): PointsTables => ({
  txFrequency: POINTS_TABLES.txFrequency.filter((rows) => rows.group !== group),
  largeOutFlow: POINTS_TABLES.largeOutFlow.filter((rows) => rows.group !== group),
  onchainAge: POINTS_TABLES.onchainAge.filter((rows) => rows.group !== group),
})

describe('a muted group', () => {
  test.each(INPUT_GROUPS)('%s gives the scores and levels of tables without its rows', (group) => {
    const muted = createEngineWithout(POINTS_TABLES, group)
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        expect(muted(facts)).toEqual(judgeWithTables(dropInputGroup(group), facts))
      }),
      { numRuns: 50 },
    )
  })

  test('changes the level of a wallet for which it counted, as a computation without its rows does', () => {
    const versions = { from: judge, to: createEngineWithout(POINTS_TABLES, 'receipt_sizes') }
    const [change] = compareWallets(versions, [{ address: 'thief', facts: THIEF }])
    const without = judgeWithTables(dropInputGroup('receipt_sizes'), THIEF)
    expect(change?.after).toEqual({ score: without.score, riskLevel: without.riskLevel })
    expect(change).toMatchObject({
      before: { riskLevel: 'SUSPICIOUS' },
      after: { riskLevel: 'HIGH_RISK' },
    })
  })
})

test('a muted row alone leaves the other rows of its group', () => {
  const rows = POINTS_TABLES.largeOutFlow.find(({ group }) => group === 'passes_on')!
  expect(findPoints(rows, computeInputs(THIEF))).toBeLessThan(0)
  const { score } = createEngineWithout(POINTS_TABLES, rows.code)(THIEF)
  expect(score).toBeGreaterThan(judge(THIEF).score)
  expect(score).toBeLessThan(createEngineWithout(POINTS_TABLES, 'passes_on')(THIEF).score)
})

const wallets = { wallets: 3, weight: 30_000 }
const COMMUNITY: Facts['community'] = {
  visitorReports: 9,
  reports: wallets,
  trustedReports: wallets,
  vouches: wallets,
  trustedVouches: wallets,
  freezes: 1,
  appealsDenied: 1,
  appealsUpheld: 0,
}

const NO_CONTACT = {
  token: THIEF.tokens[0]!.token,
  counterparties: 1,
  transfersIn: 4,
  unitsIn: THIEF.tokens[0]!.received / 4n,
  transfersOut: 2,
  unitsOut: THIEF.tokens[0]!.sent / 4n,
  transfersSwept: 0,
  unitsSwept: 0n,
}

const ACCUSED: Facts = {
  ...THIEF,
  community: COMMUNITY,
  poisoning: { dusted: 9, lookAlikes: 6 },
  contacts: {
    listedCount: 3,
    entries: ([0, 1, 2] as const).map((hop) => ({ ...NO_CONTACT, hop })),
  },
}

describe('a muted rule', () => {
  const costly = Object.values(FACTOR_RULES)
    .flatMap(({ signals }) => signals)
    .filter(({ worst }) => worst < 0)
    .map(({ code }) => code)

  test.each(costly)('%s is no reason any more', (code) => {
    const facts = { ...ACCUSED, ...MORE[code] }
    expect(judge(facts).reasons.map((reason) => reason.code)).toContain(code)
    const muted = createEngineWithout(POINTS_TABLES, code)(facts)
    expect(muted).not.toEqual(judge(facts))
    if (!('reasons' in muted)) throw new Error('the engine gives reasons')
    expect(muted.reasons).not.toContainEqual(expect.objectContaining({ code }))
  })

  test('listed gives what the wallet would have without its entry', () => {
    const muted = createEngineWithout(POINTS_TABLES, 'listed')
    expect(muted({ ...ACCUSED, listing: LISTING })).toEqual(judge(ACCUSED))
  })

  test('changes nothing for a wallet without such facts', () => {
    for (const code of costly) {
      expect(createEngineWithout(POINTS_TABLES, code)(createEmptyFacts())).toEqual(
        judge(createEmptyFacts()),
      )
    }
  })
})

const LISTING = { source: 'list', confidence: 1 }

/** What an accused wallet needs besides for some rules. */
const MORE: Readonly<Record<string, Partial<Facts>>> = {
  listed: { listing: LISTING },
  untraced_money: { unseen: THIEF.tokens[0]!.received },
}

test('a code that nothing has is refused with those that can be muted', () => {
  const create = () => createEngineWithout(POINTS_TABLES, 'moon_phase')
  expect(create).toThrow('No row or rule of the score has the code moon_phase.')
  expect(create).toThrow('passes_on')
  expect(create).toThrow('funding_hop_0')
})
