import { RISK_LEVEL_DEFINITIONS } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { arbitraryWallet, NO_STATEMENTS } from '../testing/arbitrary-facts.ts'
import { buildFacts, buildTransfer, PASS_THROUGH_TRANSFERS } from '../testing/build-transfer.ts'
import type { Transfer } from '../transfers/build-facts-from-transfers.ts'

const THIEF = buildFacts(PASS_THROUGH_TRANSFERS)
const listing = { source: 'a list', confidence: 0.95 }
const say = (facts: Facts) => judge(facts).verdict

/** Deals with the same few accounts for months, and keeps most of what comes in. */
const CAREFUL: Transfer[] = Array.from({ length: 60 }, (_, i) =>
  buildTransfer(`f${i % 6}`, i % 2 === 0 ? 20 + (i % 7) : -1 - (i % 3), i * 2.5),
)
const SWEEP: Transfer = { ...buildTransfer('gus', -30, 80), isSwept: true }

describe('the verdict', () => {
  test('on little data is unknown, and says how little', () => {
    expect(say(createEmptyFacts())).toBe('Unknown: no transfers so far')
    expect(say(buildFacts([buildTransfer('ann', 10, 0)]))).toBe('Unknown: one transfer so far')
    expect(say({ ...THIEF, completeness: 500 })).toBe('Unknown: only 5 % of its history is indexed')
  })

  test('on a few transfers says no more than that', () => {
    const few = [40, 30, 20].map((amount, day) => buildTransfer('ann', amount, day))
    expect(say(buildFacts(few))).toBe('Normal so far: only 3 transfers')
  })

  test('on a careful wallet says what speaks for it', () => {
    expect(say(buildFacts(CAREFUL))).toMatch(
      /^Normal: used regularly for 148 days, and keeps what it receives$/,
    )
  })

  test('on a thief says how the money leaves, and on a listed one the list first', () => {
    expect(say(THIEF)).toMatch(
      /^(Suspicious|High risk): passes on 99 % of what comes in within a day, and /,
    )
    expect(say({ ...THIEF, listing })).toMatch(/^High risk: on a scam list, and /)
    const young = buildFacts([buildTransfer('ann', 10, 0)])
    expect(say({ ...young, listing })).toMatch(/on a scam list/)
  })

  test('on a victim does not accuse it', () => {
    expect(say(buildFacts([...CAREFUL, SWEEP]))).toBe(
      'Normal: used regularly for 148 days; robbed by a listed account, which does not count against it',
    )
  })

  test('on a wallet that people cleared says so, but not when they decided against it as well', () => {
    const cleared = { ...NO_STATEMENTS, appealsUpheld: 1 }
    expect(say({ ...THIEF, community: cleared })).toMatch(
      /; an earlier accusation was overturned by vote$/,
    )
    const both = { ...cleared, appealsDenied: 1 }
    expect(say({ ...THIEF, community: both })).not.toContain('upheld')
  })

  test('on a good level names a severe reason', () => {
    const frozen = { ...NO_STATEMENTS, freezes: 1 }
    expect(say({ ...buildFacts(CAREFUL), community: frozen })).toBe(
      'Normal: used regularly for 148 days, but frozen by a vote of the community',
    )
  })

  test('of any wallet starts with its level or with what is unknown, in one short sentence', () => {
    fc.assert(
      fc.property(arbitraryWallet, (facts) => {
        const { verdict, riskLevel } = judge(facts)
        const level = RISK_LEVEL_DEFINITIONS[riskLevel].label.toLowerCase()
        expect(verdict.toLowerCase()).toMatch(new RegExp(`^(unknown|${level})\\b`))
        expect(verdict).toMatch(/^[^.]{10,150}$/)
        if (facts.listing !== null) expect(verdict).toContain('on a scam list')
      }),
    )
  })
})

describe('the findings', () => {
  test('of a careful wallet say what is good, and what is not there', () => {
    expect(judge(buildFacts(CAREFUL)).findings).toEqual({
      txFrequency: 'Used regularly for 148 days',
      largeOutFlow: 'Keeps what it receives',
      knownScamInteract: 'None found',
      nftHoldings: 'Not read yet',
      onchainAge: 'In use for 148 days',
      communitySignals: 'No reports or decisions',
    })
  })

  test('of contact are none for a victim, and the list for a listed wallet', () => {
    const find = (facts: Facts) => judge(facts).findings.knownScamInteract
    expect(find(buildFacts([...CAREFUL, SWEEP]))).toBe(
      'Robbed by a listed account, not held against it',
    )
    expect(find({ ...THIEF, listing })).toBe('On a scam list')
    expect(find(buildFacts(CAREFUL, []))).toBe('Not checked: no list loaded')
    expect(find(buildFacts([...CAREFUL, buildTransfer('gus', 400, 90)]))).toMatch(
      /^Got \d+ % of its money from listed accounts$/,
    )
  })

  test('of holdings name the collections that the wallet did not mint itself', () => {
    const find = (holdings: Facts['holdings']) =>
      judge({ ...createEmptyFacts(), asOfSeconds: 40 * 86_400, holdings }).findings.nftHoldings
    const pass = { collection: 'A.1.Pass', count: 1, isSelfMinted: false, firstDepositSeconds: 0 }
    expect(find([])).toBe('None held')
    expect(find([{ ...pass, isSelfMinted: true }])).toBe('Only those it mints itself')
    expect(find([pass])).toBe('One collection, held for 40 days')
  })
})
