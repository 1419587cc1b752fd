import { type AccountLists, computeListHash } from '@app/score/canonical/evidence-hash.ts'
import type { Address } from '@app/values/address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { removeLabel, upsertLabel, upsertLabels } from './change-labels.ts'
import type { NewLabel } from './label.ts'
import { readAccountLists, readLabels, readPastAccountLists } from './read-labels.ts'

const MALLORY = toTestAddress(1)

const context = await openFileContext()
beforeEach(() => clearChainTables(context.pool))

const buildLabel = (more: Partial<NewLabel> = {}): NewLabel => ({
  address: MALLORY,
  kind: 'scam',
  source: 'victims',
  confidence: 0.9,
  reason: 'Drained eleven wallets',
  ...more,
})

const readLabelState = () =>
  context.db.selectFrom('label_state').select(['seq', 'listed_count']).executeTakeFirstOrThrow()

const listChangeActions = async () => {
  const rows = await context.db
    .selectFrom('label_change')
    .select(['seq', 'action'])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, action }) => `${seq} ${action}`)
}

describe('listing an account', () => {
  it('stores source, confidence and reason, and again with the same values changes nothing', async () => {
    const first = await upsertLabel(context, buildLabel())
    expect(await upsertLabel(context, buildLabel())).toEqual(first)
    expect(await readLabels(context, MALLORY)).toMatchObject([{ ...buildLabel(), removed: null }])
    expect(await readLabelState()).toEqual({ seq: 1, listed_count: 1 })
  })

  it('again with other values changes the entry of that source', async () => {
    const first = await upsertLabel(context, buildLabel())
    const second = await upsertLabel(context, buildLabel({ confidence: 0.5 }))
    expect(second).toMatchObject({ id: first.id, confidence: 0.5 })
    expect(await listChangeActions()).toEqual(['1 added', '2 changed'])
  })

  it('by two sources counts it once, until both have removed it', async () => {
    const one = await upsertLabel(context, buildLabel())
    const other = await upsertLabel(context, buildLabel({ source: 'exchange' }))
    expect(await readLabelState()).toEqual({ seq: 2, listed_count: 1 })
    const reason = 'a mistake'
    await removeLabel(context, { address: MALLORY, id: one.id, reason })
    expect(await readLabelState()).toEqual({ seq: 3, listed_count: 1 })
    await removeLabel(context, { address: MALLORY, id: other.id, reason })
    expect(await readLabelState()).toEqual({ seq: 4, listed_count: 0 })
  })

  it('as a service does not count as listed', async () => {
    await upsertLabel(context, buildLabel({ kind: 'service' }))
    expect(await readLabelState()).toEqual({ seq: 1, listed_count: 0 })
  })

  it('by many at once, twice each, makes one entry of each and numbers the changes without a gap', async () => {
    const people = Array.from({ length: 8 }, (_, number): Address => toTestAddress(number))
    const twice = [...people, ...people]
    await Promise.all(twice.map((address) => upsertLabel(context, buildLabel({ address }))))
    expect(await listChangeActions()).toEqual(people.map((_, index) => `${index + 1} added`))
    expect(await readLabelState()).toEqual({ seq: 8, listed_count: 8 })
  })
})

describe('removing an entry', () => {
  it('keeps it with the reason; one that is missing, or already removed, changes nothing', async () => {
    const { id } = await upsertLabel(context, buildLabel())
    const removal = { address: MALLORY, id, reason: 'a mistake' }
    expect(await removeLabel(context, { ...removal, id: id + 1 })).toBeNull()
    const { removed } = (await removeLabel(context, removal)) ?? {}
    expect(removed).toMatchObject({ reason: 'a mistake' })
    expect(await removeLabel(context, removal)).toBeNull()
    expect(await listChangeActions()).toEqual(['1 added', '2 removed'])
    expect(await readLabelState()).toEqual({ seq: 2, listed_count: 0 })
  })
})

describe('the lists', () => {
  const readListHash = async () => {
    const state = context.db.selectFrom('label_state').select('list_hash')
    return (await state.executeTakeFirstOrThrow()).list_hash
  }

  it('contain each account with a current entry once, by kind, with their hash', async () => {
    const { id } = await upsertLabel(context, buildLabel({ address: toTestAddress(2) }))
    await upsertLabel(context, buildLabel({ source: 'exchange' }))
    await upsertLabel(context, buildLabel())
    await upsertLabel(context, buildLabel({ address: toTestAddress(3), kind: 'service' }))
    await removeLabel(context, { address: toTestAddress(2), id, reason: 'a mistake' })
    const lists = { scam: [MALLORY], service: [toTestAddress(3)] }
    expect(await readAccountLists(context)).toEqual(lists)
    expect(await readListHash()).toBe(computeListHash(lists))
  })

  /** Changes the lists in every way, one transaction each; returns each state with its hash. */
  async function changeOften() {
    const states = new Map<string, AccountLists>()
    const change = async (work: Promise<unknown>) => {
      await work
      states.set(await readListHash(), await readAccountLists(context))
    }
    let removal = { address: MALLORY, id: 0, reason: 'a mistake' }
    const list = async () => {
      removal = { ...removal, id: (await upsertLabel(context, buildLabel())).id }
    }
    await change(list())
    const others = [2, 3].map((index) => buildLabel({ address: toTestAddress(index) }))
    await change(upsertLabels(context, others))
    await change(upsertLabel(context, buildLabel({ kind: 'service', source: 'exchange' })))
    await change(upsertLabel(context, buildLabel({ confidence: 0.2 })))
    await change(removeLabel(context, removal))
    await change(upsertLabel(context, buildLabel({ address: toTestAddress(4) })))
    await change(list())
    return states
  }

  const readEach = (states: ReadonlyMap<string, AccountLists>) =>
    Promise.all([...states.keys()].map((hash) => readPastAccountLists(context, hash)))

  it('are found again by the hash that they had', async () => {
    const states = await changeOften()
    expect(states.size).toBeGreaterThan(4)
    expect(await readEach(states)).toEqual([...states.values()])
    expect(await readPastAccountLists(context, 'another')).toEqual({ scam: [], service: [] })
  })
})
