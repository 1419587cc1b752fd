import { listActions } from '@app/api/routes/actions.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]
let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  for (const number of [1, 2, 3, 4, 5]) {
    await api.context.db
      .insertInto('agent_action')
      .values({
        address: number === 4 ? BOB : ALICE,
        kind: 'publish',
        evidence_hash: `hash ${number}`,
        idempotency_key: `hash ${number}`,
        case_id: `case ${number}`,
        reason: `reason ${number}`,
        status: number === 4 ? 'failed' : 'queued',
        problem: number === 4 ? 'why' : null,
      })
      .execute()
  }
})

afterAll(() => api.finish())

async function list(
  query: string,
): Promise<{ data: AgentAction[]; meta: { nextCursor?: string } }> {
  const response = await api.app.inject({ url: `/v1/actions${query}` })
  expectDocumentedResponse(listActions, response)
  return response.json()
}

const reasons = (actions: AgentAction[]) => actions.map(({ reason }) => reason.slice(-1)).join('')

describe('GET /v1/actions', () => {
  it('lists the requested actions, newest first, with their state', async () => {
    const { data, meta } = await list('')
    expect(reasons(data)).toBe('54321')
    expect(data[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'publish',
      address: BOB,
      status: 'failed',
      reason: 'reason 4',
      caseId: 'case 4',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      problem: 'why',
    })
    expect(meta.nextCursor).toBeUndefined()
  })

  it('continues after the previous page, to the last one', async () => {
    const pages: string[] = []
    let cursor = ''
    do {
      const { data, meta } = await list(`?limit=2${cursor}`)
      pages.push(reasons(data))
      cursor = meta.nextCursor === undefined ? '' : `&cursor=${meta.nextCursor}`
    } while (cursor !== '')
    expect(pages).toEqual(['54', '32', '1'])
  })

  it('filters by address', async () => {
    expect(reasons((await list(`?address=${BOB}`)).data)).toBe('4')
    expect(reasons((await list(`?address=${ALICE.toUpperCase().replace('0X', '0x')}`)).data)).toBe(
      '5321',
    )
  })
})
