import type { Address } from '@app/values/address.ts'
import { expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { toTestAddress, writeIndexedRows } from '../testing/ledger.ts'
import { createMirrorStage } from './mirror/create-mirror-stage.ts'
import { readArchive } from './read-archive.ts'
import { loadUnreadMessages } from './signatures/write-signatures.ts'

const PROPOSER = toTestAddress(1)
const [FIRST, SECOND] = [toTestAddress(2), toTestAddress(3)]
const TX_ID = 'a'.repeat(64)
const CREATED_MS = 1_763_812_800_000

interface TestEvent {
  index: number
  type: string
  fields: Record<string, unknown>
}

async function insertEvent({ db }: Context, { index, type, fields }: TestEvent): Promise<void> {
  const row = { height: 7, tx_index: 0, event_index: index, tx_id: TX_ID, block_ms: CREATED_MS }
  await db
    .insertInto('chain_contract_event')
    .values({ ...row, type, fields: JSON.stringify(fields) })
    .execute()
}

const buildAcceptance = (index: number, sequence: number): TestEvent => ({
  index,
  type: 'DharmaConsent.Accepted',
  fields: {
    address: PROPOSER,
    series: 'proposals',
    subject: 'proposal',
    sequence: String(sequence),
    sequenceBefore: String(sequence - 1),
    validUntil: String(CREATED_MS / 1000 + 60 * sequence),
  },
})

const buildCreation = (index: number, id: number, target: Address): TestEvent => ({
  index,
  type: 'DharmaGovernance.ProposalCreated',
  fields: {
    id: String(id),
    action: 'freeze',
    target,
    flagNumber: null,
    freezeNumber: null,
    proposer: PROPOSER,
    rank: 'voter',
    isAppeal: false,
    title: `Freeze ${target}`,
    description: '',
    reason: 'a reason',
    reasonHash: 'b'.repeat(64),
    votingEndsAt: `${CREATED_MS / 1000 + 86_400}00000000`,
    executableUntil: `${CREATED_MS / 1000 + 691_200}00000000`,
  },
})

/** A context in which one transaction carried two proposals of one proposer. */
async function openContextWithTwoProposals(): Promise<Context> {
  const context = await createTestContext()
  await writeIndexedRows(context, {}, 7)
  await insertEvent(context, buildAcceptance(0, 9))
  await insertEvent(context, buildCreation(1, 1, FIRST))
  await insertEvent(context, buildAcceptance(2, 10))
  await insertEvent(context, buildCreation(3, 2, SECOND))
  return context
}

it('is not read while an indexed event waits for the mirror', async () => {
  const context = await openContextWithTwoProposals()
  expect(await readArchive(context)).toBeNull()
  await createMirrorStage(context).step()
  expect((await readArchive(context))?.proposals).toHaveLength(2)
})

it('has for each of two proposals of one transaction its own message', async () => {
  const context = await openContextWithTwoProposals()
  await createMirrorStage(context).step()
  const archive = await readArchive(context)
  const numbers = archive?.messages.map(({ proposal_id, sequence }) => [proposal_id, sequence])
  expect(numbers?.toSorted()).toEqual([
    [1, 9],
    [2, 10],
  ])
  const unread = await loadUnreadMessages(context.db, { limit: 10, pauses: { waiting: [] } })
  expect(unread.map(({ sequence, opened }) => [sequence, opened?.target]).toSorted()).toEqual([
    [10, SECOND],
    [9, FIRST],
  ])
})
