import { castVote } from '@app/api/routes/governance.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { writeIndexedRows } from '../../testing/ledger.ts'
import { keepAgentAlive } from '../../testing/record-agent-heartbeat.ts'
import { FAKE_NOW } from '../testing/fake-governance.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildSignedRequest } from '../testing/sign-request.ts'

/** Does not wait long for an agent that does not run. */
let api: TestApi
/** Answers what is signed. */
let offering: TestApi

const DAY = 86_400

beforeAll(async () => {
  api = await openTestApi({ limits: { chainWaitMs: 50 } })
  offering = await openTestApi()
  for (const { context } of [api, offering]) {
    await writeIndexedRows(context, {}, 5)
    await insertTestProposal(context, { id: 1 })
  }
})

keepAgentAlive(() => [api.context, offering.context])
beforeEach(() => api.context.pool.query('delete from agent_action; delete from agent_budget'))
afterAll(async () => {
  await api.finish()
  await offering.finish()
})

type OwnRecord = TestApi['governance']['ownRecord']

/** Asks for the text and votes while the contract says `reason`; returns the codes with the actions that were queued. */
async function vote(reason: string, ownRecord: OwnRecord) {
  for (const { governance } of [api, offering])
    Object.assign(governance, { ineligibility: reason, ownRecord })
  const content = { kind: 'vote', votes: [{ proposalId: 1, support: true }] }
  const payload = { address: offering.governance.address, content }
  const offer = await offering.app.inject({ method: 'POST', url: createMessage.url, payload })
  const response = await api.app.inject(buildSignedRequest(castVote, api.governance))
  const queued = await offering.context.db.selectFrom('agent_action').select('kind').execute()
  expect(queued).toEqual([])
  const actions = await api.context.db.selectFrom('agent_action').select('kind').execute()
  return [offer.json().code ?? 'offered', response.json().code, ...actions.map(({ kind }) => kind)]
}

/** No agent runs, so that the publication is queued and awaited in vain. */
const PUBLISHED_FIRST = ['offered', 'transaction_not_sent', 'publish']
const REFUSED = ['not_eligible', 'not_eligible']

const TOO_OLD = 'the score of 0x07 was published more than 24 hours ago, at 1.0: publish it again'
const TOO_LOW = 'the score of 0x07 is below 60: it is 52.0, and may rise with the next publication'
const UNPUBLISHED =
  '0x07 has no score on record for 7 days, as none is published by a live publisher: publish its score'
const STALE = { ageSeconds: DAY + 1, refreshScore: 40 }

it.each([TOO_OLD, TOO_LOW])(
  'a wallet that may not vote by its scores has its own old record published first: %s',
  async (reason) => expect(await vote(reason, STALE)).toEqual(PUBLISHED_FIRST),
)

it.each([
  [TOO_OLD, null],
  [TOO_OLD, { ...STALE, refreshScore: null }],
  [TOO_OLD, { ...STALE, refreshScore: 99 }],
  ['0x07 is frozen while flagged: it may vote again when the flag or the freeze has ended', STALE],
  ['0x07 is the target of the proposal, or the recovery address', STALE],
])('a wallet is refused, and nothing is published in vain: %s, %j', async (reason, ownRecord) => {
  expect(await vote(reason, ownRecord)).toEqual(REFUSED)
})

it('a wallet learns from when it may vote at the earliest', async () => {
  Object.assign(api.governance, { ineligibility: UNPUBLISHED, ownRecord: null })
  const response = await api.app.inject(buildSignedRequest(castVote, api.governance))
  expect(response.json()).toMatchObject({
    code: 'not_eligible',
    details: { mayVoteFrom: FAKE_NOW + 7 * DAY },
  })
})

it('no publication changes that the voting ended', async () => {
  const codes = await vote('voting on proposal 1 ended at 5.0', null)
  expect(codes).toEqual(['voting_closed', 'voting_closed'])
})
