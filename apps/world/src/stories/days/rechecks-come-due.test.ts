import {
  fundRechecks,
  getNextRun,
  getOverdue,
  getRecheckFund,
  getWatched,
  reviveRechecks,
  withdrawRecheckFund,
} from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { afterEach, expect, test } from 'vitest'
import { submitInOneBlock } from '../../create-chain.ts'
import { MEMBERS } from '../../people/account-names.ts'
import { ONE_DAY_MS, waitForPublications } from '../../testing/advance-one-day.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'

const world = await openOwnWorld()
const { people, chain, clock, control } = world

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Units of a UFix64 second in a millisecond. */
const UNITS_PER_MS = 100_000n

const members = MEMBERS.map((name) => people[name].address)
const { service } = chain

afterEach(() => control.setMode({ mode: 'interval', intervalMs: 100, idleMs: 1_000 }))

async function readNextRunMs(address: Address): Promise<number> {
  const dueAt = (await chain.runScript(getNextRun({ address }))) as bigint
  return Number(dueAt / UNITS_PER_MS)
}

const readTipMs = async () => (await chain.flow.getLatestBlock()).timeMs
const readOverdue = async () => (await chain.runScript(getOverdue())) as Address[]

test('the members are watched from the start, each with a run within a day', async () => {
  expect(await chain.runScript(getWatched())).toEqual(expect.arrayContaining(members))
  for (const address of members) {
    const aheadMs = (await readNextRunMs(address)) - (await readTipMs())
    expect(aheadMs).toBeGreaterThan(0)
    expect(aheadMs).toBeLessThanOrEqual(DAY_MS + 10 * MINUTE_MS)
  }
})

test('when they are due the chain runs them, each schedules the next, and the agent publishes', async () => {
  const { height } = await chain.flow.getLatestBlock()
  await clock.advance(ONE_DAY_MS)
  await waitForPublications(world)
  const due = await readEventsSince(chain, 'DharmaRecheck.RecheckDue', height)
  expect(due.map(({ fields }) => fields.address)).toEqual(expect.arrayContaining(members))
  for (const { fields } of due) expect(fields.nextDueAt).toBeGreaterThan(fields.dueAt as bigint)
  for (const address of members)
    expect(await readNextRunMs(address)).toBeGreaterThan(await readTipMs())
  expect(await readOverdue()).toEqual([])
})

test('an empty fund loses no recheck: overdue ones are listed, and anyone can restart them', async () => {
  await control.setMode({ mode: 'manual' })
  const amount = (await chain.runScript(getRecheckFund())) as bigint
  await submitInOneBlock({ chain, control }, [
    { call: withdrawRecheckFund({ amount }), signers: [service.address] },
  ])
  const { height } = await chain.flow.getLatestBlock()
  await clock.advance(ONE_DAY_MS)
  await control.commitBlocks(2)
  const due = await readEventsSince(chain, 'DharmaRecheck.RecheckDue', height)
  expect(due.map(({ fields }) => fields.address)).toEqual(expect.arrayContaining(members))
  expect(due.map(({ fields }) => fields.nextDueAt)).toEqual(due.map(() => null))

  await clock.advance(11 * MINUTE_MS)
  const addresses = await readOverdue()
  expect(addresses).toEqual(expect.arrayContaining(members))
  await submitInOneBlock({ chain, control }, [
    { call: fundRechecks({ amount }), signers: [service.address] },
    { call: reviveRechecks({ addresses }), signers: [people.ada.address] },
  ])
  expect(await readOverdue()).toEqual([])
  for (const address of members)
    expect(await readNextRunMs(address)).toBeGreaterThan(await readTipMs())
})
