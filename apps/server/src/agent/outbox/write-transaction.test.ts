import { buildTransaction } from '@app/flow/send/transaction.ts'
import { expect, it } from 'vitest'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { cancelAccusations, queueAction } from '../write-action.ts'
import { insertSignedTransaction, takeLease } from './write-transaction.ts'

const ADDRESS = toTestAddress(1)
const AGENT = toTestAddress(2)
const CASE = { address: ADDRESS, caseId: 'case' }

const SIGNED = buildTransaction({
  cadence: 'transaction {}',
  args: [],
  referenceBlockId: toTestHash(2),
  proposalKey: { address: AGENT, keyIndex: 0, sequenceNumber: 1 },
  payer: AGENT,
  authorizers: [AGENT],
})

async function setUpFlag() {
  const { db } = await createTestContext()
  const tables = await takeLease(db)
  const actionId = await queueAction(db, {
    ...CASE,
    kind: 'flag',
    evidenceHash: toTestHash(1),
    idempotencyKey: 'case',
    reason: 'It stole.',
    payload: { reasonCode: 'listed' },
  })
  const signed = { address: ADDRESS, actionId, txId: toTestHash(3), signed: SIGNED }
  return {
    sign: () => insertSignedTransaction(tables, { ...signed, referenceHeight: 5 }),
    cancel: () => cancelAccusations(db, CASE),
    status: async () =>
      (await db.selectFrom('agent_action').select('status').executeTakeFirstOrThrow()).status,
  }
}

it('stores no transaction of a flag that was cancelled while it was built', async () => {
  const flag = await setUpFlag()
  await flag.cancel()
  expect([await flag.status(), await flag.sign()]).toEqual(['failed', false])
})

it('keeps a flag that is signed from being cancelled', async () => {
  const flag = await setUpFlag()
  expect(await flag.sign()).toBe(true)
  await flag.cancel()
  expect(await flag.status()).toBe('queued')
})
