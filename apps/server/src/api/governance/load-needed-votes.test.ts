import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { writeIndexedRows } from '../../testing/ledger.ts'
import { recordAgentHeartbeat, TEST_AGENT } from '../../testing/record-agent-heartbeat.ts'
import { FAKE_NOW } from '../testing/fake-governance.ts'
import { insertTestProposal } from '../testing/insert-test-proposal.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

let api: TestApi

const DAY = 86_400
const STOOD = FAKE_NOW - 30 * DAY
const TOO_LOW = 'the score of 0x07 is below 60: it is 52.0, and may rise with the next publication'
const TOO_YOUNG =
  '0x07 has no score on record for 7 days without a break below 55, only since 2.0: it may vote from 3.0 on'
const FIRST = 'Voting publishes its current score first.'

/** Appends the newest score once more, with other points. */
const APPEND_SCORE = `
  insert into score_result
  select (jsonb_populate_record(own, jsonb_build_object('seq', seq + 1, 'score', $2::float))).*
  from score_result own where address = $1 order by seq desc limit 1`

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, 5)
  await api.context.pool.query('update chain_cursor set block_ms = $1', [FAKE_NOW * 1000])
  await insertTestProposal(api.context, { id: 1 })
  await recordAgentHeartbeat(api.context)
  await scoreAccount(api.context, api.governance.address)
})
afterAll(() => api.finish())

/** Asks what a wallet with this score here, and records by this server and the contract as given, may do. */
async function ask(
  score: number,
  changes: Partial<TestApi['governance']>,
  { isAppeal = false, ageSeconds = DAY + 1 } = {},
) {
  const { address } = api.governance
  const liveRecords = [{ publisher: TEST_AGENT, ageSeconds }]
  Object.assign(api.governance, { standingSince: STOOD, liveRecords, ...changes })
  await api.context.pool.query(APPEND_SCORE, [address, score])
  await api.context.pool.query('update dao_proposal set is_appeal = $1', [isAppeal])
  const response = await api.app.inject(`/v1/governance/needed-votes?address=${address}`)
  const [{ mayVote, reason }] = response.json().data
  return [mayVote, reason]
}

describe('a wallet with an old record by this server', () => {
  it('may vote, with its score published first, where that is high enough', async () => {
    expect(await ask(60, { ineligibility: TOO_LOW })).toEqual([true, FIRST])
    expect(await ask(60, { ineligibility: TOO_YOUNG })).toEqual([true, FIRST])
  })

  it('may not vote where its score is too low', async () => {
    expect(await ask(59, { ineligibility: TOO_LOW })).toEqual([false, TOO_LOW])
  })

  it('judges an appeal with 45 points, also after a break (rule 28)', async () => {
    const broken = { ineligibility: TOO_LOW, standingSince: null }
    expect(await ask(45, broken, { isAppeal: true })).toEqual([true, FIRST])
    expect(await ask(44, broken, { isAppeal: true })).toEqual([false, TOO_LOW])
  })

  it('may not vote for seven days after a break', async () => {
    const broken = { ineligibility: TOO_LOW, standingSince: null }
    expect(await ask(90, broken)).toEqual([false, TOO_LOW])
  })
})

it('a wallet with a young record by this server may not vote, as the contract says', async () => {
  const answer = await ask(90, { ineligibility: TOO_LOW }, { ageSeconds: DAY })
  expect(answer).toEqual([false, TOO_LOW])
})

it('a wallet that is frozen while flagged may not vote, whatever is published', async () => {
  const reason = '0x07 is frozen while flagged: it may vote again when one of both has ended'
  expect(await ask(90, { ineligibility: reason })).toEqual([false, reason])
})
