import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTokenTransfers, type TokenEvent } from './decode-token-transfers.ts'

const FLOW = 'A.0ae53cb6e3f42a79.FlowToken.Vault'
const DOLLAR = 'A.f8d6e0586b0a20c7.TestDollar.Vault'
const ALICE = computeAddressAtIndex(10, 'local')
const BOB = computeAddressAtIndex(11, 'local')
const CAROL = computeAddressAtIndex(12, 'local')
const FEES = computeAddressAtIndex(4, 'local')

interface EventInput {
  token?: string
  units: bigint
  balanceAfter?: bigint
}

/** Creates a log that collects events in execution order. */
function createEventLog() {
  const events: TokenEvent[] = []
  const common = ({ token = DOLLAR, units, balanceAfter = 1_000n }: EventInput) => ({
    eventIndex: events.length,
    token,
    units,
    balanceAfter,
  })
  const withdraw = (step: EventInput & { from: Address | null; fromUuid: bigint; uuid: bigint }) =>
    events.push({
      kind: 'withdrawn',
      ...common(step),
      from: step.from,
      fromUuid: step.fromUuid,
      withdrawnUuid: step.uuid,
    })
  const deposit = (step: EventInput & { to: Address | null; toUuid: bigint; uuid: bigint }) =>
    events.push({
      kind: 'deposited',
      ...common(step),
      to: step.to,
      toUuid: step.toUuid,
      depositedUuid: step.uuid,
    })
  return { events, withdraw, deposit }
}

const decodeTransfers = (events: TokenEvent[], ...feeEvents: number[]) =>
  decodeTokenTransfers(events, { feeAccounts: [FEES], feeEvents: new Set(feeEvents) })

describe('transfers of a transaction', () => {
  it('are what one account withdrew and another deposited', () => {
    const { events, withdraw, deposit } = createEventLog()
    withdraw({ from: ALICE, fromUuid: 1n, uuid: 50n, units: 700n })
    deposit({ to: BOB, toUuid: 2n, uuid: 50n, units: 700n })
    expect(decodeTransfers(events)).toEqual([
      {
        ...{ token: DOLLAR, units: 700n, from: ALICE, to: BOB, initiator: null, evmBalance: null },
        ...{ eventIndex: 1, withdrawalIndex: 0, depositIndex: 1, splitIndex: 0 },
        ...{ isEmptied: false, isDust: false },
      },
    ])
  })

  it('have both origins of merged vaults, first in, first out', () => {
    const { events, withdraw, deposit } = createEventLog()
    withdraw({ from: ALICE, fromUuid: 1n, uuid: 50n, units: 500n })
    withdraw({ from: BOB, fromUuid: 2n, uuid: 60n, units: 200n })
    deposit({ to: null, toUuid: 50n, uuid: 60n, units: 200n })
    deposit({ to: CAROL, toUuid: 3n, uuid: 50n, units: 700n })
    expect(
      decodeTransfers(events).map(({ from, units, splitIndex }) => [from, units, splitIndex]),
    ).toEqual([
      [ALICE, 500n, 0],
      [BOB, 200n, 1],
    ])
  })

  it('have no sender when minted, and no recipient when burned or stored without an event', () => {
    const minted = createEventLog()
    minted.deposit({ to: BOB, toUuid: 2n, uuid: 99n, units: 10n })
    expect(decodeTransfers(minted.events)).toMatchObject([{ from: null, to: BOB, units: 10n }])
    const burned = createEventLog()
    burned.withdraw({ from: ALICE, fromUuid: 1n, uuid: 50n, units: 7n })
    expect(decodeTransfers(burned.events)).toMatchObject([{ from: ALICE, to: null, eventIndex: 0 }])
  })

  it('leave out fees, and what comes back to the account it left', () => {
    const { events, withdraw, deposit } = createEventLog()
    withdraw({ from: ALICE, fromUuid: 1n, uuid: 50n, units: 7n })
    deposit({ to: ALICE, toUuid: 8n, uuid: 50n, units: 7n })
    withdraw({ from: ALICE, fromUuid: 1n, uuid: 51n, units: 1n })
    deposit({ to: FEES, toUuid: 9n, uuid: 51n, units: 1n })
    expect(decodeTransfers(events)).toEqual([])
  })

  it('leave out a fee by its deposit, and a fee that returns by its withdrawal, through any merge', () => {
    const { events, withdraw, deposit } = createEventLog()
    withdraw({ from: ALICE, fromUuid: 1n, uuid: 50n, units: 7n })
    deposit({ to: CAROL, toUuid: 9n, uuid: 50n, units: 7n })
    withdraw({ from: CAROL, fromUuid: 9n, uuid: 51n, units: 3n })
    withdraw({ from: BOB, fromUuid: 2n, uuid: 52n, units: 100n })
    deposit({ to: null, toUuid: 52n, uuid: 51n, units: 3n })
    deposit({ to: ALICE, toUuid: 1n, uuid: 52n, units: 103n })
    expect(decodeTransfers(events).map(({ from, to, units }) => [from, to, units])).toEqual([
      [ALICE, CAROL, 7n],
      [BOB, ALICE, 100n],
      [CAROL, ALICE, 3n],
    ])
    expect(decodeTransfers(events, 1, 2).map(({ from, to, units }) => [from, to, units])).toEqual([
      [BOB, ALICE, 100n],
    ])
  })

  it('leave out a fee that returns and is burned', () => {
    const { events, withdraw } = createEventLog()
    withdraw({ from: CAROL, fromUuid: 9n, uuid: 51n, units: 3n })
    expect(decodeTransfers(events)).toHaveLength(1)
    expect(decodeTransfers(events, 0)).toEqual([])
  })

  /** A payment that leaves so much, and so much is there after it. */
  const pay = (units: bigint, left: bigint, balanceAfter: bigint, token = DOLLAR) => {
    const { events, withdraw, deposit } = createEventLog()
    withdraw({ token, from: ALICE, fromUuid: 1n, uuid: 50n, units, balanceAfter: left })
    deposit({ token, to: BOB, toUuid: 2n, uuid: 50n, units, balanceAfter })
    return decodeTransfers(events)[0]
  }

  it('mark an emptied account: at most a hundredth of the amount is left', () => {
    const emptied = [10n, 11n].map((left) => pay(1_000n, left, 1_000n)?.isEmptied)
    expect(emptied).toEqual([true, false])
  })

  it('mark dust: less than a hundred-thousandth of the balance, or than a thousandth of a FLOW', () => {
    expect([100_000n, 100_001n].map((after) => pay(1n, 9n, after)?.isDust)).toEqual([false, true])
    const ofFlow = [99_999n, 100_000n].map((units) => pay(units, 9n, units, FLOW)?.isDust)
    expect(ofFlow).toEqual([true, false])
  })
})

/**
 * Generates a transaction that withdraws, splits, merges and deposits at random and conserves
 * amounts.
 */
const randomEvents = fc
  .array(fc.record({ what: fc.nat(3), who: fc.nat(3), which: fc.nat(9), share: fc.nat(100) }), {
    maxLength: 40,
  })
  .map((steps) => {
    const people = [ALICE, BOB, CAROL, computeAddressAtIndex(13, 'local')]
    const { events, withdraw, deposit } = createEventLog()
    const vaults: { uuid: bigint; units: bigint }[] = []
    let nextUuid = 100n
    for (const { what, who, which, share } of steps) {
      const person = people[who]!
      const ownUuid = BigInt(who) + 1n
      const vault = vaults[which % Math.max(1, vaults.length)]
      if (what === 0 || vault === undefined) {
        const units = BigInt(share * 7 + which + 1)
        withdraw({ from: person, fromUuid: ownUuid, uuid: nextUuid, units })
        vaults.push({ uuid: nextUuid, units })
        nextUuid += 1n
      } else if (what === 1) {
        const units = (vault.units * BigInt(share)) / 100n
        withdraw({ from: null, fromUuid: vault.uuid, uuid: nextUuid, units })
        vault.units -= units
        vaults.push({ uuid: nextUuid, units })
        nextUuid += 1n
      } else {
        vaults.splice(vaults.indexOf(vault), 1)
        const other = vaults[share % Math.max(1, vaults.length)]
        if (what === 2 && other !== undefined) {
          deposit({ to: null, toUuid: other.uuid, uuid: vault.uuid, units: vault.units })
          other.units += vault.units
        } else {
          deposit({ to: person, toUuid: ownUuid, uuid: vault.uuid, units: vault.units })
        }
      }
    }
    return { events, people }
  })

describe('for any splits and merges', () => {
  const sum = (units: bigint[]) => units.reduce((total, each) => total + each, 0n)

  it('every account receives and sends exactly the amounts of its events', () => {
    fc.assert(
      fc.property(randomEvents, ({ events, people }) => {
        const transfers = decodeTransfers(events)
        for (const person of people) {
          const withdrawn = sum(
            events.flatMap((e) => (e.kind === 'withdrawn' && e.from === person ? [e.units] : [])),
          )
          const deposited = sum(
            events.flatMap((e) => (e.kind === 'deposited' && e.to === person ? [e.units] : [])),
          )
          const sent = sum(transfers.flatMap((t) => (t.from === person ? [t.units] : [])))
          const received = sum(transfers.flatMap((t) => (t.to === person ? [t.units] : [])))
          expect(received - sent).toBe(deposited - withdrawn)
          expect(sent).toBeLessThanOrEqual(withdrawn)
        }
      }),
    )
  })

  it('every transfer has an origin, none is to its own sender, and positions are unique', () => {
    fc.assert(
      fc.property(randomEvents, ({ events }) => {
        const transfers = decodeTransfers(events)
        expect(
          transfers.every(({ from, to, units }) => from !== null && from !== to && units > 0n),
        ).toBe(true)
        const places = transfers.flatMap(({ from, to, eventIndex, splitIndex }) =>
          [from, to].flatMap((side) =>
            side === null ? [] : [`${side} ${eventIndex} ${splitIndex}`],
          ),
        )
        expect(new Set(places).size).toBe(places.length)
      }),
    )
  })
})
