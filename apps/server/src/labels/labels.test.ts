import { listHashOf } from '@app/score/canonical/list-hash.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { emptyChain } from '../testing/dump-sums.ts'
import { person } from '../testing/ledger.ts'
import type { NewLabel } from './label.ts'
import { listAccount } from './list-account.ts'
import { readLabels } from './read-labels.ts'
import { readLists } from './read-lists.ts'
import { removeLabel, restoreLabel } from './remove-label.ts'

const MALLORY = person(1)

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())
beforeEach(() => emptyChain(context.pool))

const label = (more: Partial<NewLabel> = {}): NewLabel => ({
  address: MALLORY,
  kind: 'scam',
  source: 'victims',
  confidence: 0.9,
  reason: 'Drained eleven wallets',
  ...more,
})

const state = () =>
  context.db.selectFrom('label_state').select(['seq', 'listed_count']).executeTakeFirstOrThrow()

const actions = async () => {
  const rows = await context.db
    .selectFrom('label_change')
    .select(['seq', 'action'])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, action }) => `${seq} ${action}`)
}

describe('listing an account', () => {
  it('keeps who said it, how sure they are and why', async () => {
    await listAccount(context, label())
    expect(await readLabels(context, MALLORY)).toMatchObject([{ ...label(), removed: null }])
    expect(await state()).toEqual({ seq: 1, listed_count: 1 })
  })

  it('again with the same words changes nothing', async () => {
    const first = await listAccount(context, label())
    expect(await listAccount(context, label())).toEqual(first)
    expect(await state()).toEqual({ seq: 1, listed_count: 1 })
  })

  it('again with other words changes the entry of that source', async () => {
    const first = await listAccount(context, label())
    const second = await listAccount(context, label({ confidence: 0.5 }))
    expect(second).toMatchObject({ id: first.id, confidence: 0.5 })
    expect(await actions()).toEqual(['1 added', '2 changed'])
  })

  it('by two sources counts it one time, until both took it back', async () => {
    const one = await listAccount(context, label())
    const other = await listAccount(context, label({ source: 'exchange' }))
    expect(await state()).toEqual({ seq: 2, listed_count: 1 })
    const reason = 'a mistake'
    await removeLabel(context, { address: MALLORY, id: one.id, reason })
    expect(await state()).toEqual({ seq: 3, listed_count: 1 })
    await removeLabel(context, { address: MALLORY, id: other.id, reason })
    expect(await state()).toEqual({ seq: 4, listed_count: 0 })
  })

  it('as a service does not count as listed', async () => {
    await listAccount(context, label({ kind: 'service' }))
    expect(await state()).toEqual({ seq: 1, listed_count: 0 })
  })

  it('twice at the same time makes one entry', async () => {
    const labels = await Promise.all([1, 2, 3, 4].map(() => listAccount(context, label())))
    expect(new Set(labels.map(({ id }) => id)).size).toBe(1)
    expect(await state()).toEqual({ seq: 1, listed_count: 1 })
  })

  it('by many at once numbers the changes without a gap', async () => {
    const people = Array.from({ length: 8 }, (_, number): Address => person(number))
    await Promise.all(people.map((address) => listAccount(context, label({ address }))))
    expect(await actions()).toEqual(people.map((_, index) => `${index + 1} added`))
    expect(await state()).toEqual({ seq: 8, listed_count: 8 })
  })
})

describe('removing an entry', () => {
  it('keeps it with the reason, and can be undone', async () => {
    const { id } = await listAccount(context, label())
    const removed = await removeLabel(context, { address: MALLORY, id, reason: 'a mistake' })
    expect(removed?.removed).toMatchObject({ reason: 'a mistake' })
    const restored = await restoreLabel(context, { address: MALLORY, id, reason: 'it was true' })
    expect(restored).toMatchObject({ id, removed: null })
    expect(await actions()).toEqual(['1 added', '2 removed', '3 restored'])
    expect(await state()).toEqual({ seq: 3, listed_count: 1 })
  })

  it('that is not there, or removed already, answers null and changes nothing', async () => {
    const { id } = await listAccount(context, label())
    const removal = { address: MALLORY, id, reason: 'a mistake' }
    expect(await removeLabel(context, { ...removal, id: id + 1 })).toBeNull()
    expect(await restoreLabel(context, removal)).toBeNull()
    await removeLabel(context, removal)
    expect(await removeLabel(context, removal)).toBeNull()
    expect(await state()).toEqual({ seq: 2, listed_count: 0 })
  })

  it('is not undone when the same source has listed the account again', async () => {
    const { id } = await listAccount(context, label())
    await removeLabel(context, { address: MALLORY, id, reason: 'a mistake' })
    await listAccount(context, label({ reason: 'again' }))
    expect(await restoreLabel(context, { address: MALLORY, id, reason: 'undo' })).toBeNull()
  })
})

describe('the lists', () => {
  const listHash = async () => {
    const state = context.db.selectFrom('label_state').select('list_hash')
    return (await state.executeTakeFirstOrThrow()).list_hash
  }

  it('name each account with a current entry once, by kind, with the hash of just that', async () => {
    const { id } = await listAccount(context, label({ address: person(2) }))
    await listAccount(context, label({ source: 'exchange' }))
    await listAccount(context, label())
    await listAccount(context, label({ address: person(3), kind: 'service' }))
    await removeLabel(context, { address: person(2), id, reason: 'a mistake' })
    const lists = { scam: [MALLORY], service: [person(3)] }
    expect(await readLists(context)).toEqual(lists)
    expect(await listHash()).toBe(listHashOf(lists))
  })

  it('keep their hash when an entry says something else of the same account', async () => {
    await listAccount(context, label())
    const before = await listHash()
    await listAccount(context, label({ confidence: 0.2 }))
    expect(await listHash()).toBe(before)
  })
})
