import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toFactorJudgement } from '../arithmetic.ts'
import { createEmptyActivity, createEmptyFacts, createEmptyToken } from '../empty-facts.ts'
import type { ContactFacts, Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { FLOW } from '../testing/arbitrary-transfers.ts'
import { judgeKnownScamInteract } from './known-scam-interact.ts'

const AIRDROP = 'A.01.Airdrop.Vault'

const activity = {
  ...createEmptyActivity(),
  transfersIn: 10,
  transfersOut: 10,
  senders: 6,
  recipients: 6,
}
const token = { ...createEmptyToken(FLOW), ...activity, received: 1_000n, sent: 800n }

function buildFacts(entries: Partial<ContactFacts>[], rest: Partial<Facts> = {}): Facts {
  const none = { transfersIn: 0, unitsIn: 0n, transfersOut: 0, unitsOut: 0n }
  const swept = { transfersSwept: 0, unitsSwept: 0n }
  const whole = entries.map((entry): ContactFacts => {
    return { hop: 0, token: FLOW, counterparties: 1, ...none, ...swept, ...entry }
  })
  const contacts = { listedCount: 3, entries: whole }
  return { ...createEmptyFacts(), activity, tokens: [token], contacts, ...rest }
}

const computeRaw = (entries: Partial<ContactFacts>[], rest?: Partial<Facts>): number =>
  judgeKnownScamInteract(buildFacts(entries, rest)).raw

const CLEAN = computeRaw([])

describe('without contact', () => {
  test('more counterparties raise the factor, up to 0.7', () => {
    const busy = { activity: { ...activity, senders: 100_000 } }
    expect(CLEAN).toBeGreaterThan(5_000)
    expect(computeRaw([], busy)).toBeGreaterThan(CLEAN)
    expect(computeRaw([], busy)).toBeLessThanOrEqual(7_000)
  })

  test.each([null, { listedCount: 0, entries: [] }])(
    'the factor is unknown with list %j',
    (contacts) => {
      expect(judgeKnownScamInteract(buildFacts([], { contacts }))).toMatchObject({
        raw: 5_000,
        dataShare: 0,
      })
    },
  )
})

describe('money from an unseen source', () => {
  const judgeUnseen = (rest: Partial<Facts>) => judgeKnownScamInteract(buildFacts([], rest))

  test('is never called no contact, and earns nothing', () => {
    const unfollowed = [{ token: FLOW, unitsIn: 250n }]
    const contacts = { listedCount: 3, entries: [], unfollowed }
    const cases = [
      [{ unseen: 300n }, '23 % of its money is from an unseen source'],
      [{ contacts }, '25 % of its money is not followed further'],
      [{ contacts, unseen: 300n }, '25 % of its money is not followed further'],
    ] as const
    for (const [facts, headline] of cases) {
      const { raw, reasons } = judgeUnseen(facts)
      expect(raw).toBe(5_000)
      expect(reasons.map((reason) => reason.headline(0))).toEqual([headline])
      expect(reasons[0]?.text()).toMatch(/So contact with listed accounts cannot be excluded$/)
      expect(judge(buildFacts([], facts)).findings.knownScamInteract).toBe(headline)
    }
  })

  test('of both kinds is told in one sentence each', () => {
    const unfollowed = [{ token: FLOW, unitsIn: 250n }]
    const contacts = { listedCount: 3, entries: [], unfollowed }
    expect(judgeUnseen({ contacts, unseen: 300n }).reasons[0]?.text()).toMatch(
      /^23.% of what came in is from an unseen source: .*; 25.% of what came in came through/,
    )
  })

  test('below a hundredth is dust', () => {
    expect(judgeUnseen({ unseen: 9n }).raw).toBe(CLEAN)
    const unfollowed = [{ token: FLOW, unitsIn: 9n }]
    const { raw, reasons } = judgeUnseen({ contacts: { listedCount: 3, entries: [], unfollowed } })
    expect(raw).toBe(CLEAN)
    expect(reasons[0]?.headline(1)).toBe('No contact that counts with listed accounts')
  })
})

describe('money from listed accounts', () => {
  test('weighs more the larger its share', () => {
    const shares = [50n, 200n, 900n].map((unitsIn) => computeRaw([{ transfersIn: 1, unitsIn }]))
    expect(shares).toEqual([...shares].sort((a, b) => b - a))
    expect(shares[0]).toBeLessThan(CLEAN)
    expect(shares[2]).toBeLessThan(200)
  })

  test('counts in a token that the wallet never sent only if it is FLOW', () => {
    const kept = (name: string) => ({
      tokens: [{ ...createEmptyToken(name), transfersIn: 1, received: 1_000n }],
    })
    const entry = { transfersIn: 1, unitsIn: 1_000n }
    for (const rained of [AIRDROP, 'A.01.FlowToken.Vault']) {
      expect(computeRaw([{ ...entry, token: rained }], kept(rained))).toBe(CLEAN)
    }
    expect(computeRaw([entry], kept(FLOW))).toBeLessThan(5_000)
  })
})

describe('money to listed accounts', () => {
  test('does not count when it was swept', () => {
    expect(computeRaw([{ transfersSwept: 1, unitsSwept: 800n }])).toBe(CLEAN)
  })
})

describe('money from accounts further away', () => {
  test('adds nothing to nearer money that weighs more', () => {
    const direct = { transfersIn: 1, unitsIn: 400n }
    const far = { hop: 2, transfersIn: 1, unitsIn: 300n } as const
    expect(computeRaw([direct, far])).toBe(computeRaw([direct]))
    expect(computeRaw([{ ...direct, unitsIn: 20n }, far])).toBeLessThan(computeRaw([far]))
  })

  test('counts when each distance alone would be dust', () => {
    const split = ([0, 1, 2] as const).map((hop) => ({ hop, transfersIn: 1, unitsIn: 9n }))
    expect(computeRaw(split)).toBeLessThan(CLEAN)
    const { reasons } = judgeKnownScamInteract(buildFacts(split))
    expect(reasons.map(({ code }) => code)).toContain('funding_hop_2')
  })

  const units = fc.bigInt({ min: 0n, max: 120n })
  const contact = fc.record({
    hop: fc.constantFrom(0, 1, 2, 3),
    token: fc.constantFrom(FLOW, AIRDROP),
    unitsIn: units,
    unitsOut: units,
  })
  const computeFactor = (
    contacts: { hop: number; token: string; unitsIn: bigint; unitsOut: bigint }[],
  ) => {
    const entries = contacts.flatMap(({ hop, ...rest }) =>
      hop === 3
        ? []
        : [{ ...rest, hop: hop as ContactFacts['hop'], transfersIn: 1, transfersOut: 1 }],
    )
    const other = { ...createEmptyToken(AIRDROP), ...activity, received: 900n, sent: 500n }
    const found = judgeKnownScamInteract(buildFacts(entries, { tokens: [token, other] }))
    return toFactorJudgement(found).value
  }

  test('never weighs less when one of the accounts moves nearer to the list', () => {
    fc.assert(
      fc.property(fc.array(contact, { minLength: 1, maxLength: 7 }), fc.nat(3), (all, hop) => {
        const [first, ...others] = all
        const nearer = { ...first!, hop: Math.min(first!.hop, hop) }
        expect(computeFactor([nearer, ...others])).toBeLessThanOrEqual(computeFactor(all))
      }),
    )
  })
})

describe('reasons and flags', () => {
  const judgeEntry = (entry: Partial<ContactFacts>) => {
    const { reasons, flags } = judgeKnownScamInteract(buildFacts([{ transfersIn: 1, ...entry }]))
    const [absence, contact] = reasons.map(({ points, text }) => ({ points, text: text() }))
    return { absence, contact, flags }
  }

  test('any contact costs points, and the absence of other contact adds some', () => {
    const { absence, contact, flags } = judgeEntry({ unitsIn: 10n })
    expect(contact?.text).toBe('1 % of what came in is money from listed accounts')
    expect(contact?.points).toBeLessThan(0)
    expect(absence?.text).toBe(
      'None of its 12 counterparties counts as other contact with listed accounts',
    )
    expect(absence?.points).toBeGreaterThan(0)
    expect(flags).toEqual([])
  })

  test.each([
    [0, 'Contact with accounts on the scam list'],
    [1, 'Indirect contact with accounts on the scam list'],
    [2, 'Indirect contact with accounts on the scam list'],
  ] as const)('money over %i hops is flagged: %s', (hop, flag) => {
    expect(judgeEntry({ hop, unitsIn: 900n }).flags).toEqual([flag])
  })
})

test('the factor of a listed wallet is 0, with the confidence of the listing as data share', () => {
  const listing = { source: 'list', confidence: 0.8 }
  expect(judgeKnownScamInteract(buildFacts([], { listing }))).toMatchObject({
    raw: 0,
    dataShare: 8_000,
  })
})
