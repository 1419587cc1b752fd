import { getOnchainScore, publishScore as publishByApi } from '@app/api/routes/score.ts'
import {
  appointPublisher,
  claimPublisher,
  dismissPublisher,
  getHistory,
  getIneligibilityReason,
  getVerdict,
  publishScore,
} from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock } = world
const { alice, bob, carol, mallory, cafe } = people
const members = [alice, bob, carol]

const REASON = 'The café sells coffee that nobody drinks: it may be a cover.'
const PASS = 0n
const FAIL = 1n

/** The newest record of an address, as the script answers it. */
interface PublishedRecord {
  version: string
  evidenceHash: string
}

let stolen: Person
let id: number
let isDismissed = false

async function readNewestRecord(address: Address): Promise<PublishedRecord> {
  const [newest] = (await chain.runScript(getHistory({ address }))) as PublishedRecord[]
  if (newest === undefined) throw new Error(`${address} was never published`)
  return newest
}

/** The thief gives all six factors the same value, under the hash of the honest record. */
async function publishFalsely(address: Address, factor: number): Promise<void> {
  const { version, evidenceHash } = await readNewestRecord(address)
  const blockHeight = (await chain.flow.getLatestBlock()).height
  const factors = Array.from({ length: 6 }, () => factor)
  await stolen.submitUntilSealed(
    publishScore({ address, factors, version, evidenceHash, blockHeight }),
  )
}

/** By records of the last 30 days: other stories let days pass. */
const readVerdict = (address: Address) =>
  chain.runScript(
    getVerdict({ address, minScoreTenths: 600, maxAge: 30n * 86_400n * UNITS_PER_TOKEN }),
  )

/** `null` when the person may vote. */
const readObstacle = ({ address }: Person) =>
  chain.runScript(getIneligibilityReason({ id, voter: address }))

async function dismiss(): Promise<void> {
  const call = dismissPublisher({ publisher: stolen.address })
  await chain.submitUntilSealed({ call, signers: [chain.service.address] })
  isDismissed = true
}

beforeAll(async () => {
  const [opened] = await openNewAccounts(chain, 1)
  if (opened === undefined) throw new Error('no account was opened')
  stolen = opened
  const call = appointPublisher({ publisher: stolen.address })
  await chain.submitUntilSealed({ call, signers: [chain.service.address] })
  await stolen.submitUntilSealed(claimPublisher({ provider: chain.service.address }))
  for (const { address } of [mallory, ...members]) {
    await world.api.call(publishByApi, { params: { address } })
  }
  id = await decisions.propose({ by: alice, action: 'freeze', target: cafe, reason: REASON })
})

/** Other stories have one publisher. */
afterAll(async () => {
  if (!isDismissed) await dismiss()
})

describe('a stolen publisher that publishes a thief as 100 under the true hash', () => {
  test('is contradicted at once by the record of the other one', async () => {
    await publishFalsely(mallory.address, 10_000)
    expect(await readVerdict(mallory.address)).toBe(FAIL)
    const { level } = await world.api.call(getOnchainScore, { params: mallory })
    expect(level).toBe('HIGH_RISK')
    expect(await readObstacle(mallory)).toMatch(/is below 55 by 0x/)
  })
})

describe('one that puts every member to 5', () => {
  test('stops them as long as it is live', async () => {
    for (const { address } of members) await publishFalsely(address, 500)
    for (const member of members) {
      expect(await readObstacle(member)).toContain(`is below 55 by ${stolen.address}: it is 5.0`)
    }
  })

  test('is dismissed, and everybody votes on', async () => {
    await dismiss()
    await decisions.vote(id, { for: members })
    for (const member of members) expect(await readObstacle(member)).toBeNull()
    expect(await readVerdict(alice.address)).toBe(PASS)
    await clock.advance(DAY_MS)
    await decisions.expectStatus(id, 'executed')
  })
})
