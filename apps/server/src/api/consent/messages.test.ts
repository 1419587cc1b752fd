import { createMessage } from '@app/api/routes/messages.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { FAKE_NOW } from '../testing/fake-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

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

async function askForRecovery() {
  const content = { kind: 'proposal', action: 'recover', targetAddress: TARGET }
  const response = await api.app.inject({
    method: 'POST',
    url: createMessage.url,
    payload: {
      address: api.governance.address,
      content: { ...content, reasonHash: 'a'.repeat(64) },
    },
  })
  return response.json()
}

it('a recovery is offered for signing under a freeze', async () => {
  await insertFreeze(null)
  expect((await askForRecovery()).data.text).toContain('Action: recover')
})

it('a recovery under a freeze that a vote decided to end is refused before it is signed (rule 9)', async () => {
  await insertFreeze(FAKE_NOW - 10)
  expect(await askForRecovery()).toMatchObject({
    code: 'proposal_refused',
    message: `A vote decided to end freeze 2 of ${TARGET}; no recovery opens under it.`,
  })
})
