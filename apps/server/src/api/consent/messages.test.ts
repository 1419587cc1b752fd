import { createProposal } from '@app/api/routes/governance.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { FAKE_NOW } from '../testing/fake-governance.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildSignedRequest } from '../testing/sign-request.ts'

let api: TestApi

const TARGET = toTestAddress(8)

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, 5)
  await api.context.pool.query('update chain_cursor set block_ms = $1', [FAKE_NOW * 1000])
})
beforeEach(() => api.context.pool.query('delete from dao_freeze'))
afterAll(() => api.finish())

const insertFreeze = (overruledAt: number | null) =>
  api.context.pool.query(
    `insert into dao_freeze (address, number, proposal_id, reason_hash, since, renewed_at, overruled_at, last_overruled_at)
     values ($1, 2, 1, 'h', $2, $2, $3, $3)`,
    [TARGET, FAKE_NOW - 100, overruledAt],
  )

const REASON = 'Swept the wallets of at least six members in one night'

async function askForMessage(action: 'freeze' | 'recover') {
  const content = { kind: 'proposal', action, targetAddress: TARGET }
  const response = await api.app.inject({
    method: 'POST',
    url: createMessage.url,
    payload: {
      address: api.governance.address,
      content: { ...content, reasonHash: hashReason(REASON) },
    },
  })
  return response.json()
}

/** Asks for the text of a proposal again, and sends the one that was given before, signed. */
async function propose(
  action: 'freeze' | 'recover',
  given: { text: string; sequence: number; validUntil: number },
) {
  const { text, sequence, validUntil } = given
  const body = { action, targetAddress: TARGET, reason: REASON }
  const changes = { body, sequence, validUntil, changeText: () => text }
  const sent = await api.app.inject(buildSignedRequest(createProposal, api.governance, changes))
  return [await askForMessage(action), sent.json()]
}

const countActions = async () =>
  (await api.context.pool.query('select count(*)::int as count from agent_action')).rows[0].count

it('a recovery is offered for signing under a freeze', async () => {
  await insertFreeze(null)
  expect((await askForMessage('recover')).data.text).toContain('Action: recover')
})

describe('before it is signed and before it is paid for', () => {
  const refuse = async (action: 'freeze' | 'recover', message: string, change: () => unknown) => {
    const { data } = await askForMessage(action)
    await change()
    const refusal = { code: 'proposal_refused', message }
    expect(await propose(action, data)).toMatchObject([refusal, refusal])
    expect(await countActions()).toBe(0)
  }

  it('a recovery under a freeze that a vote decided to end is refused (rule 9)', async () => {
    await insertFreeze(null)
    const message = `A vote decided to end freeze 2 of ${TARGET}; no recovery opens under it.`
    await refuse('recover', message, async () => {
      await api.context.pool.query('delete from dao_freeze')
      await insertFreeze(FAKE_NOW - 10)
    })
  })

  it('a proposal of a wallet with as many open ones as it may have is refused', async () => {
    const message = `${api.governance.address} has 3 open proposals already.`
    await refuse('freeze', message, () => Object.assign(api.governance, { openProposals: 3 }))
    api.governance.openProposals = 2
    expect(await askForMessage('freeze')).toHaveProperty('data')
  })

  it('a proposal of a wallet that may not vote is refused while all of its kind have taken every place', async () => {
    const votingEndsAt = FAKE_NOW + 1
    const other = { rank: 'other', votingEndsAt } as const
    await insertTestProposal(api.context, { id: 1, ...other })
    await insertTestProposal(api.context, { id: 2, ...other, is_appeal: true, flag_number: 1 })
    await insertTestProposal(api.context, { id: 3, ...other, rank: 'voter' })
    await insertTestProposal(api.context, { id: 4, ...other, votingEndsAt: FAKE_NOW })
    api.governance.ineligibility = 'it has no score'
    const message =
      'People who may not vote opened 2 proposals within 24 hours; the next place is free 24 hours after the first of them.'
    await refuse('freeze', message, () => insertTestProposal(api.context, { id: 5, ...other }))
    api.governance.ineligibility = null
    expect(await askForMessage('freeze')).toHaveProperty('data')
  })
})
