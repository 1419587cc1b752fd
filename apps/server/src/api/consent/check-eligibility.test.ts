import { castVote } from '@app/api/routes/governance.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { recordAgentHeartbeat, TEST_AGENT } from '../../testing/record-agent-heartbeat.ts'
import { insertTestProposal } from '../testing/insert-test-proposal.ts'
import { GENEROUS_LIMITS, openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildSignedRequest } from '../testing/sign-request.ts'

let api: TestApi

const OTHER = toTestAddress(51)
const DAY = 86_400

beforeAll(async () => {
  api = await openTestApi({ limits: { ...GENEROUS_LIMITS, responseTimeoutMs: 50 } })
  await writeIndexedRows(api.context, {}, 5)
  await insertTestProposal(api.context, { id: 1 })
  await recordAgentHeartbeat(api.context)
})

beforeEach(() => api.context.pool.query('delete from agent_action; delete from agent_budget'))
afterAll(() => api.finish())

/** Votes while the contract says `reason`, and returns the code of the answer with the actions that it queued. */
async function vote(reason: string, liveRecords: TestApi['governance']['liveRecords']) {
  Object.assign(api.governance, { ineligibility: reason, liveRecords })
  const response = await api.app.inject(buildSignedRequest(castVote, api.governance))
  const actions = await api.context.db.selectFrom('agent_action').select('kind').execute()
  return [response.json().code, ...actions.map(({ kind }) => kind)]
}

/** No agent runs, so that the publication is queued and awaited in vain. */
const PUBLISHED_FIRST = ['transaction_not_sent', 'publish']
const REFUSED = ['not_eligible']

describe('a wallet that may not vote by its scores', () => {
  it.each([
    'the score of 0x07 is below 60: it is 52.0, and may rise with the next publication',
    'the score of 0x07 is below 55 by 0x32: it is 52.0, and may rise with the next publication',
    'the score of 0x07 was published more than 24 hours ago, at 1.0: publish it again',
    '0x07 has no score on record for 7 days, as none is published by a live publisher: publish its score',
    '0x07 has no score on record for 7 days without a break below 55, only since 2.0: it may vote from 3.0 on',
  ])('has its own old or missing record published first: %s', async (reason) => {
    const other = { publisher: OTHER, ageSeconds: 60 }
    expect(await vote(reason, [other])).toEqual(PUBLISHED_FIRST)
    await api.context.pool.query('delete from agent_action; delete from agent_budget')
    const old = { publisher: TEST_AGENT, ageSeconds: DAY + 1 }
    expect(await vote(reason, [other, old])).toEqual(PUBLISHED_FIRST)
  })

  it('is refused at once while its own record is young enough', async () => {
    const reason =
      'the score of 0x07 is below 60: it is 52.0, and may rise with the next publication'
    expect(await vote(reason, [{ publisher: TEST_AGENT, ageSeconds: DAY }])).toEqual(REFUSED)
  })
})

it.each([
  '0x07 is frozen while flagged: it may vote again when one of both has ended',
  '0x07 was flagged when the accusation was made, and is still',
  '0x07 is the target of the proposal, or the recovery address',
])('no publication changes another reason: %s', async (reason) => {
  expect(await vote(reason, [])).toEqual(REFUSED)
})

it('no publication changes that the voting ended', async () => {
  expect(await vote('voting on proposal 1 ended at 5.0', [])).toEqual(['voting_closed'])
})
