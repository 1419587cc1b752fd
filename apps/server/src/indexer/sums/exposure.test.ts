import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import type { TransferRow } from '../../db/chain-tables.ts'
import { listAccount } from '../../labels/list-account.ts'
import { removeLabel, restoreLabel } from '../../labels/remove-label.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { dumpSums, emptyChain } from '../../testing/dump-sums.ts'
import {
  DOLLAR,
  FLOW,
  followLabels as followLabelsOf,
  index,
  type Payment,
  person,
  transferRows,
} from '../../testing/ledger.ts'
import { rebuildSums } from './rebuild-sums.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())
beforeEach(() => emptyChain(context.pool))

const THIEF = person(1)
const MULE = person(2)
const FENCE = person(3)
const ALICE = person(4)
const BANK = person(5)

const list = (address: Address, kind: 'scam' | 'service' = 'scam') =>
  listAccount(context, { address, kind, source: 'test', confidence: 1, reason: 'seen stealing' })

const followLabels = () => followLabelsOf(context)

async function listed(address: Address, kind?: 'scam' | 'service') {
  const label = await list(address, kind)
  await followLabels()
  return label
}

const pay = (...payments: Payment[]) => index(context, { transfers: transferRows(payments) })

async function levelOf(address: Address): Promise<number | null> {
  const row = await context.db
    .selectFrom('chain_taint')
    .select('level')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.level ?? null
}

const exposureOf = (address: Address) =>
  context.db
    .selectFrom('chain_exposure')
    .selectAll()
    .where('address', '=', address)
    .orderBy('hop')
    .orderBy('token')
    .execute()

describe('contact with a listed account', () => {
  it('is told by direction: received, sent of one’s own will, and taken', async () => {
    await pay(
      { height: 1, from: THIEF, to: ALICE, units: 10n },
      { height: 2, from: ALICE, to: THIEF, units: 20n },
      { height: 3, from: ALICE, to: THIEF, units: 70n, isSwept: true },
    )
    await listed(THIEF)
    expect(await exposureOf(ALICE)).toMatchObject([
      {
        hop: 0,
        token: FLOW,
        counterparties: 1,
        in_count: 1,
        in_units: 10n,
        out_count: 1,
        out_units: 20n,
        swept_count: 1,
        swept_units: 70n,
      },
    ])
  })

  it('is the same whether the label or the transfer came first', async () => {
    const payment = { height: 1, from: ALICE, to: THIEF, units: 20n }
    await pay(payment)
    await listed(THIEF)
    const labelLast = await dumpSums(context.pool)
    await emptyChain(context.pool)
    await listed(THIEF)
    await pay(payment)
    expect(await dumpSums(context.pool)).toEqual(labelLast)
  })

  it('ends with the label and comes back when the removal is undone', async () => {
    await pay(
      { height: 1, from: THIEF, to: MULE },
      { height: 2, from: MULE, to: FENCE },
      { height: 3, from: FENCE, to: ALICE },
    )
    const before = await dumpSums(context.pool)
    const { id } = await listed(THIEF)
    const during = await dumpSums(context.pool)
    expect(during).not.toEqual(before)
    await removeLabel(context, { address: THIEF, id, reason: 'a mistake' })
    await followLabels()
    expect(await dumpSums(context.pool)).toEqual(before)
    await restoreLabel(context, { address: THIEF, id, reason: 'no mistake' })
    await followLabels()
    expect(await dumpSums(context.pool)).toEqual(during)
  })

  it('counts an account that was emptied once as robbed, and twice as a helper', async () => {
    await listed(THIEF)
    await pay({ height: 1, from: ALICE, to: THIEF, units: 100n, isEmptied: true })
    expect(await exposureOf(ALICE)).toMatchObject([{ out_count: 0, swept_units: 100n }])
    await pay({ height: 2, from: ALICE, to: THIEF, units: 50n, isEmptied: true })
    expect(await exposureOf(ALICE)).toMatchObject([
      { out_count: 2, out_units: 150n, swept_units: 0n },
    ])
  })

  it('never comes from dust', async () => {
    await listed(THIEF)
    await pay({ height: 1, from: THIEF, to: ALICE, isDust: true })
    expect(await exposureOf(ALICE)).toEqual([])
    expect(await levelOf(ALICE)).toBeNull()
  })
})

describe('the taint of an account', () => {
  it('goes one and two steps from a listed one and no further', async () => {
    await listed(THIEF)
    await pay(
      { height: 1, from: THIEF, to: MULE },
      { height: 2, from: MULE, to: FENCE },
      { height: 3, from: FENCE, to: ALICE },
      { height: 4, from: ALICE, to: BANK },
    )
    const levels = await Promise.all([THIEF, MULE, FENCE, ALICE, BANK].map(levelOf))
    expect(levels).toEqual([0, 1, 2, null, null])
    expect(await exposureOf(ALICE)).toMatchObject([{ hop: 2, in_units: 100n }])
  })

  it('needs a tenth of what was received', async () => {
    await listed(THIEF)
    await pay(
      { height: 1, from: THIEF, to: ALICE, units: 10n },
      { height: 2, from: BANK, to: ALICE, units: 91n },
    )
    expect(await levelOf(ALICE)).toBeNull()
    await pay({ height: 3, from: THIEF, to: ALICE, units: 1n })
    expect(await levelOf(ALICE)).toBe(1)
    await pay({ height: 4, from: BANK, to: ALICE, units: 1000n })
    expect(await levelOf(ALICE)).toBeNull()
  })

  it('does not come with a token that the account only ever received, unless it is FLOW', async () => {
    await listed(THIEF)
    await pay({ height: 1, from: THIEF, to: ALICE, token: DOLLAR })
    expect(await levelOf(ALICE)).toBeNull()
    await pay({ height: 2, from: ALICE, to: BANK, token: DOLLAR, units: 1n })
    expect(await levelOf(ALICE)).toBe(1)
  })

  it('comes with what is sent to a listed account of one’s own will, not with what it took', async () => {
    await listed(THIEF)
    await pay({ height: 1, from: ALICE, to: THIEF, isSwept: true })
    expect(await levelOf(ALICE)).toBeNull()
    await pay({ height: 2, from: MULE, to: THIEF })
    expect(await levelOf(MULE)).toBe(1)
  })

  it('stops at a service, whether by label or by having many senders and recipients', async () => {
    await listed(THIEF)
    await pay({ height: 1, from: THIEF, to: BANK }, { height: 1, from: BANK, to: ALICE })
    expect(await levelOf(ALICE)).toBe(2)
    const { id } = await listed(BANK, 'service')
    expect([await levelOf(BANK), await levelOf(ALICE)]).toEqual([null, null])
    await removeLabel(context, { address: BANK, id, reason: 'not ours' })
    await followLabels()
    expect(await levelOf(ALICE)).toBe(2)
    const crowd = Array.from({ length: 20 }, (_, number) => person(100 + number))
    await pay(
      ...crowd.flatMap((someone) => [
        { height: 2, from: someone, to: BANK, units: 1n },
        { height: 2, from: BANK, to: someone, units: 1n },
      ]),
    )
    expect([await levelOf(BANK), await levelOf(ALICE)]).toEqual([null, null])
  })
})

const PEOPLE = 7

const payments = fc.array(
  fc.record({
    height: fc.integer({ min: 0, max: 9 }),
    from: fc.nat(PEOPLE - 1).map(person),
    to: fc.nat(PEOPLE - 1).map(person),
    units: fc.bigInt({ min: 1n, max: 400n }),
    token: fc.constantFrom(FLOW, DOLLAR),
    isSwept: fc.boolean(),
    isEmptied: fc.boolean(),
    isDust: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)

/** When during the writing each of some people is listed, or listed and taken off again. */
const labels = fc.uniqueArray(
  fc.record({
    who: fc.nat(PEOPLE - 1),
    at: fc.nat(10),
    kind: fc.constantFrom('scam' as const, 'scam' as const, 'service' as const),
    isRemoved: fc.boolean(),
  }),
  { selector: ({ who }) => who, maxLength: 4 },
)

describe('for any history of transfers and labels', () => {
  it('levels and exposure are those of the final state, and those of a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(payments, labels, fc.boolean(), async (drawn, changes, isEager) => {
        await emptyChain(context.pool)
        const rows = transferRows(drawn.filter(({ from, to }) => from !== to))
        await write(rows, changes, isEager ? followLabels : async () => {})
        await followLabels()
        expect(new Map(await levels())).toEqual(plainLevels(rows, changes))
        const kept = await dumpSums(context.pool)
        await rebuildSums(context.pool, 'local', [
          { fromHeight: 5, toHeight: 10 },
          { fromHeight: 0, toHeight: 4 },
        ])
        expect(await dumpSums(context.pool)).toEqual(kept)
      }),
      { numRuns: 20 },
    )
  })
})

interface Change {
  who: number
  at: number
  kind: 'scam' | 'service'
  isRemoved: boolean
}

/** Block after block, each after the labels of its height. */
async function write(rows: TransferRow[], changes: Change[], follow: () => Promise<void>) {
  for (let height = 0; height <= 10; height++) {
    for (const change of changes) {
      if (change.at === height) await changeLabel(change, follow)
    }
    await follow()
    await index(context, { transfers: rows.filter((row) => row.height === height) }, height)
  }
}

async function changeLabel({ who, kind, isRemoved }: Change, follow: () => Promise<void>) {
  const { id } = await list(person(who), kind)
  await follow()
  if (isRemoved) await removeLabel(context, { address: person(who), id, reason: 'undo' })
}

async function levels(): Promise<[Address, number][]> {
  const rows = await context.db.selectFrom('chain_taint').selectAll().execute()
  return rows.map(({ address, level }) => [address, level])
}

/** The levels by their definition, from all rows at once. */
function plainLevels(rows: TransferRow[], changes: Change[]): Map<Address, number> {
  const labelled = (kind: Change['kind']) =>
    changes.flatMap((label) => (label.kind === kind && !label.isRemoved ? [person(label.who)] : []))
  const scams = labelled('scam')
  const services = new Set(labelled('service'))
  const found = new Map<Address, number>(scams.map((address) => [address, 0]))
  for (const level of [1, 2]) {
    const sources = new Set([...found].flatMap(([who, at]) => (at === level - 1 ? [who] : [])))
    for (let number = 0; number < PEOPLE; number++) {
      const address = person(number)
      if (found.has(address) || services.has(address)) continue
      const own = rows.filter((row) => row.address === address && !row.is_dust)
      if ([FLOW, DOLLAR].some((token) => carries(own, token, sources))) found.set(address, level)
    }
  }
  return found
}

function carries(own: TransferRow[], token: string, sources: Set<Address>): boolean {
  const rows = own.filter((row) => row.token === token)
  const ins = rows.filter(({ side }) => side === 'in')
  const outs = rows.filter(({ side }) => side === 'out')
  const tainted = (row: TransferRow) => row.counterparty !== null && sources.has(row.counterparty)
  const isOwnWill = (row: TransferRow) => {
    if (row.is_swept) return false
    const same = outs.filter(
      ({ counterparty, is_swept }) => counterparty === row.counterparty && !is_swept,
    )
    return !(row.is_emptied && same.length === 1)
  }
  const received = units(ins.filter(tainted))
  const sent = units(outs.filter(tainted).filter(isOwnWill))
  const isPassedOn = outs.length > 0 || token === FLOW
  return (
    (received > 0n && isPassedOn && received * 10n >= units(ins)) ||
    (sent > 0n && sent * 10n >= units(outs))
  )
}

function units(rows: TransferRow[]): bigint {
  return rows.reduce((sum, row) => sum + row.units, 0n)
}
