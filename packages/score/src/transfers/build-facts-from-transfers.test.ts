import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, test } from 'vitest'
import { buildFactsFromTransfers, type Transfer } from './build-facts-from-transfers.ts'

const WALLET = computeAddressAtIndex(7, 'local')
const DAY = 86_400

const base = { token: 'coin', units: 10n, seconds: 0 }
const transferFrom = (counterparty: string | null, rest: Partial<Transfer> = {}): Transfer => ({
  ...base,
  direction: 'in',
  counterparty,
  ...rest,
})
const transferTo = (counterparty: string | null, rest: Partial<Transfer> = {}): Transfer => ({
  ...base,
  direction: 'out',
  counterparty,
  ...rest,
})

describe('tokens', () => {
  test('are the 20 with the most transfers, by name where they have as many', () => {
    const names = Array.from(
      { length: 25 },
      (_, index) => `token ${String(index).padStart(2, '0')}`,
    )
    const busiest = 'token 24'
    const own = [...names.toReversed(), busiest].map((token) => transferFrom('ann', { token }))
    const { tokens } = buildFactsFromTransfers(WALLET, own)
    expect(tokens.map(({ token }) => token)).toEqual([busiest, ...names.slice(0, 19)])
  })
})

describe('activity', () => {
  test('counts transfers, counterparties, mutual and repeated ones', () => {
    const { activity } = buildFactsFromTransfers(WALLET, [
      transferFrom('ann'),
      transferFrom('ann'),
      transferFrom('ben'),
      transferTo('ann'),
      transferTo(null),
    ])
    expect(activity).toMatchObject({
      transfersIn: 3,
      transfersOut: 2,
      senders: 2,
      recipients: 1,
      mutual: 1,
      repeatSenders: 1,
      repeatRecipients: 0,
    })
  })

  test('counts UTC days and hours', () => {
    const { activity, asOfSeconds } = buildFactsFromTransfers(WALLET, [
      transferFrom('ann', { seconds: DAY - 1 }),
      transferTo('ann', { seconds: DAY }),
      transferFrom('ben', { seconds: DAY + 60 }),
      transferFrom('ben', { seconds: 5 * DAY }),
    ])
    expect(activity).toMatchObject({
      firstSeconds: DAY - 1,
      lastSeconds: 5 * DAY,
      activeDays: 3,
      activeHours: 3,
      daysIn: 3,
      daysOut: 1,
      daysBoth: 1,
      busiestDay: 2,
    })
    expect(asOfSeconds).toBe(5 * DAY)
  })
})

describe('tokens', () => {
  test('have amounts, the largest of them, and what left within the hour and the day of its arrival', () => {
    const [token] = buildFactsFromTransfers(WALLET, [
      transferFrom('ann', { units: 100n, seconds: 0 }),
      transferTo('ben', { units: 30n, seconds: 60 }),
      transferTo('ben', { units: 50n, seconds: 2 * 3_600 }),
      transferTo('ben', { units: 20n, seconds: 3 * DAY }),
    ]).tokens
    expect(token).toMatchObject({
      received: 100n,
      sent: 100n,
      largestReceived: 100n,
      largestSent: 50n,
      sweptSameHour: 30n,
      sweptSameDay: 80n,
      receivedMoment: 0n,
      sentMoment: 30n * 60n + 50n * 7_200n + 20n * BigInt(3 * DAY),
    })
  })
})

describe('with a list', () => {
  const listed = new Set(['eve'])

  test('contact is counted by direction, and swept transfers separately', () => {
    const { contacts } = buildFactsFromTransfers(
      WALLET,
      [
        transferFrom('eve'),
        transferTo('eve', { units: 4n }),
        transferTo('eve', { units: 3n, isSwept: true }),
        transferFrom('ann'),
      ],
      listed,
    )
    expect(contacts).toEqual({
      listedCount: 1,
      entries: [
        {
          hop: 0,
          token: 'coin',
          counterparties: 1,
          transfersIn: 1,
          unitsIn: 10n,
          transfersOut: 1,
          unitsOut: 4n,
          transfersSwept: 1,
          unitsSwept: 3n,
        },
      ],
    })
  })

  test('transfers that a listed account stole are not activity of the wallet', () => {
    const own = [transferFrom('ann'), transferTo('ben', { units: 2n })]
    const swept = transferTo('eve', { units: 8n, isSwept: true })
    const emptied = transferTo('eve', { units: 7n, isEmptied: true })
    const facts = buildFactsFromTransfers(WALLET, [...own, swept, emptied], listed)
    expect({ ...facts, contacts: null }).toEqual(buildFactsFromTransfers(WALLET, own))
    expect(facts.contacts?.entries).toMatchObject([{ transfersSwept: 2, unitsSwept: 15n }])
  })

  test('transfers that empty the wallet twice, or besides other payments to the account, count as sent', () => {
    const emptied = transferTo('eve', { isEmptied: true })
    for (const other of [
      transferTo('eve', { isEmptied: true }),
      transferTo('eve', { units: 1n }),
    ]) {
      const { activity, contacts } = buildFactsFromTransfers(WALLET, [emptied, other], listed)
      expect(activity.transfersOut).toBe(2)
      expect(contacts?.entries).toMatchObject([{ transfersOut: 2, transfersSwept: 0 }])
    }
  })

  test('transfers to accounts that are not listed stay activity, even swept ones', () => {
    const own = [
      transferTo('ann', { isSwept: true }),
      transferTo('ben', { isEmptied: true }),
      transferTo(null),
    ]
    expect(buildFactsFromTransfers(WALLET, own, listed).activity.transfersOut).toBe(3)
  })

  test('dust is counted separately and is not contact', () => {
    const { activity, contacts, dustIn } = buildFactsFromTransfers(
      WALLET,
      [transferFrom('ann'), transferFrom('eve', { units: 1n, isDust: true })],
      listed,
    )
    expect([activity.transfersIn, dustIn, contacts?.entries]).toEqual([1, 1, []])
  })
})
