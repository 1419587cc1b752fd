import {
  getNextRun,
  getOverdue,
  getRecheckFund,
  getWatched,
} from '@app/contracts/scripts.generated.ts'
import {
  fundRechecks,
  reviveRechecks,
  withdrawRecheckFund,
} from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { afterEach, expect, test } from 'vitest'
import { inOneBlock } from '../../chain/in-one-block.ts'
import { MEMBERS } from '../../people/cast.ts'
import { eventsSince } from '../../testing/events-since.ts'
import { passADay } from '../../testing/pass-a-day.ts'
import { visitWorld } from '../../testing/visit-world.ts'

const visit = visitWorld()
const { people, chain, clock, control } = visit

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Units of a UFix64 second in a millisecond. */
const UNITS_PER_MS = 100_000n

const members = MEMBERS.map((name) => people[name].address)
const { service } = chain

afterEach(() => control.setMode({ mode: 'interval', intervalMs: 100 }))

async function nextRunMs(address: Address): Promise<number> {
  const dueAt = (await chain.ask(getNextRun({ address }))) as bigint
  return Number(dueAt / UNITS_PER_MS)
}

const tipMs = async () => (await chain.flow.latestBlock()).timeMs
const overdue = async () => (await chain.ask(getOverdue())) as Address[]

test('the members are watched from the start, each with a run within a day', async () => {
  expect(await chain.ask(getWatched())).toEqual(expect.arrayContaining(members))
  for (const address of members) {
    const aheadMs = (await nextRunMs(address)) - (await tipMs())
    expect(aheadMs).toBeGreaterThan(0)
    expect(aheadMs).toBeLessThanOrEqual(DAY_MS + 10 * MINUTE_MS)
  }
})

test('when their time has come the chain itself runs them, each books the next, and the agent publishes', async () => {
  const { height } = await chain.flow.latestBlock()
  await passADay(visit)
  const due = await eventsSince(chain, 'DharmaRecheck.RecheckDue', height)
  expect(due.map(({ fields }) => fields.address)).toEqual(expect.arrayContaining(members))
  for (const { fields } of due) expect(fields.nextDueAt).toBeGreaterThan(fields.dueAt as bigint)
  for (const address of members) expect(await nextRunMs(address)).toBeGreaterThan(await tipMs())
  expect(await overdue()).toEqual([])
})

test('an empty fund loses no recheck; what is overdue is found, and anyone revives it', async () => {
  await control.setMode({ mode: 'manual' })
  const amount = (await chain.ask(getRecheckFund())) as bigint
  await inOneBlock({ chain, control }, [
    { call: withdrawRecheckFund({ amount }), signers: [service.address] },
  ])
  const { height } = await chain.flow.latestBlock()
  await clock.advance(DAY_MS + 11 * MINUTE_MS)
  await control.commitBlocks(2)
  const due = await eventsSince(chain, 'DharmaRecheck.RecheckDue', height)
  expect(due.map(({ fields }) => fields.address)).toEqual(expect.arrayContaining(members))
  expect(due.map(({ fields }) => fields.nextDueAt)).toEqual(due.map(() => null))

  await clock.advance(11 * MINUTE_MS)
  const addresses = await overdue()
  expect(addresses).toEqual(expect.arrayContaining(members))
  await inOneBlock({ chain, control }, [
    { call: fundRechecks({ amount }), signers: [service.address] },
    { call: reviveRechecks({ addresses }), signers: [people.ada.address] },
  ])
  expect(await overdue()).toEqual([])
  for (const address of members) expect(await nextRunMs(address)).toBeGreaterThan(await tipMs())
})
