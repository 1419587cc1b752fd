import { listActions } from '@app/api/routes/actions.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import { expect, it, onTestFinished } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]

it('the actions are listed newest first, page by page, of one address on request', async () => {
  const api = await openTestApi()
  onTestFinished(() => api.finish())
  const insert = (number: number, row: object) =>
    api.context.db
      .insertInto('agent_action')
      .values({
        address: ALICE,
        kind: 'publish',
        evidence_hash: `hash ${number}`,
        idempotency_key: `hash ${number}`,
        case_id: `case ${number}`,
        reason: `reason ${number}`,
        ...row,
      })
      .execute()
  for (const number of [1, 2, 3]) await insert(number, {})
  await insert(4, { address: BOB, status: 'failed', problem: 'why' })
  const list = async (query: string) => {
    const response = await api.app.inject({ url: `/v1/actions?${query}` })
    expectDocumentedResponse(listActions, response)
    const { data, meta } = response.json()
    const reasons = data.map(({ reason }: AgentAction) => reason.slice(-1)).join('')
    return { data, reasons, cursor: meta.nextCursor }
  }
  const first = await list('limit=3')
  expect(first.data[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    kind: 'publish',
    address: BOB,
    status: 'failed',
    reason: 'reason 4',
    caseId: 'case 4',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    problem: 'why',
  })
  const second = await list(`limit=3&cursor=${first.cursor}`)
  expect([first.reasons, second.reasons, second.cursor]).toEqual(['432', '1', undefined])
  expect((await list(`address=${ALICE.toUpperCase().replace('0X', '0x')}`)).reasons).toBe('321')
})
