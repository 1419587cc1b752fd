import { getOnchainScore } from '@app/api/routes/score.ts'
import { getNextRun, getProtectionStatus } from '@app/contracts/calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../testing/decide.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { readHistory, waitForEntry } from '../../testing/wait-for-entry.ts'

const world = await openOwnWorld()
const { people, chain, api, clock } = world
const { mule, stash } = people
const { address } = mule

/** A run of the scheduler may be ten minutes late. */
const LATE_MS = 11 * 60_000
/** Units of a UFix64 second in a millisecond. */
const UNITS_PER_MS = 100_000n

const readRecord = () => api.call(getOnchainScore, { params: { address } })

async function readLastEntryTime(): Promise<string> {
  const [last] = await readHistory(world, mule)
  return last?.timestamp ?? ''
}

/** Moves the clock by an hour, and returns the entry of the recheck that the chain began meanwhile. */
async function awaitRecheckOfNextHour() {
  const since = await readLastEntryTime()
  await clock.advance(HOUR_MS + LATE_MS)
  return await waitForEntry(world, mule, { action: 'recheck', since })
}

beforeAll(async () => {
  // What is due by now must not be taken for what becomes due in the next hour.
  await awaitRecheckOfNextHour()
})

test('mule is flagged, and the chain has a recheck of her within the hour', async () => {
  expect(await chain.runScript(getProtectionStatus({ address }))).toMatchObject({ isFlagged: true })
  const dueAt = (await chain.runScript(getNextRun({ address }))) as bigint
  const aheadMs = Number(dueAt / UNITS_PER_MS) - (await chain.flow.getLatestBlock()).timeMs
  expect(aheadMs).toBeGreaterThan(0)
  expect(aheadMs).toBeLessThanOrEqual(HOUR_MS)
})

test('an hour later the chain runs it, and her record is renewed without anybody asking', async () => {
  const { height } = await chain.flow.getLatestBlock()
  const before = await readRecord()
  const entry = await awaitRecheckOfNextHour()
  const due = await readEventsSince(chain, 'DharmaRecheck.RecheckDue', height)
  expect(due.map(({ fields }) => fields.address)).toContain(address)
  expect(entry).toMatchObject({ success: true, isUnchanged: true })
  expect(entry.reason).toMatch(
    /^Scheduled recheck \d+ of 0x[0-9a-f]{16} was due: the score is [\d.]+ \(HIGH_RISK\)/,
  )
  await waitFor('the renewed record', async () => {
    const { publishedAt } = await readRecord()
    return Date.parse(publishedAt) >= Date.parse(before.publishedAt) + HOUR_MS
  })
  const after = await readRecord()
  expect(after.evidenceHash).toBe(before.evidenceHash)
  expect(after.txId).toBe(entry.txId)
})

test('after she has done something, the next one publishes her new score', async () => {
  const before = await readRecord()
  await stash.pay(mule, '40.00')
  await mule.pay(stash, '39.00')
  const entry = await awaitRecheckOfNextHour()
  expect(entry.success).toBe(true)
  expect(entry.isUnchanged).toBeUndefined()
  await waitFor('the new record', async () => {
    const { evidenceHash } = await readRecord()
    return evidenceHash !== before.evidenceHash
  })
})
