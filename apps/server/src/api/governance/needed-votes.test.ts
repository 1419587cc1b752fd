import { FACTOR_UNIT } from '@app/values/factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { keepAgentAlive } from '../../testing/record-agent-heartbeat.ts'
import { FAKE_NOW } from '../testing/fake-governance.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

let api: TestApi
let height = 5

const DAY = 86_400
const WEEK = 7 * DAY
const TOO_OLD = 'the score of 0x07 was published more than 24 hours ago, at 1.0: publish it again'
const UNPUBLISHED =
  '0x07 has no score on record for 7 days, as none is published by a live publisher: publish its score'
const TOO_YOUNG =
  '0x07 has no score on record for 7 days without a break below 55, only since 1795348700.00000000: it may vote from 1795953500.00000000 on'
const FIRST = 'Voting publishes its current score first.'

/** Appends the newest score once more, with other points, and another share of the history that is indexed. */
const APPEND_SCORE = `
  insert into score_result
  select (jsonb_populate_record(own,
    jsonb_build_object('seq', seq + 1, 'score', $2::float, 'completeness', $3::int))).*
  from score_result own where address = $1 order by seq desc limit 1`

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, height)
  await insertTestProposal(api.context, { id: 1 })
  await scoreAccount(api.context, api.governance.address)
})
keepAgentAlive(() => [api.context])
afterAll(() => api.finish())

const countNodeCalls = () =>
  api.node.requests.filter(({ path }) => path.startsWith('/v1/scripts')).length

const ask = async (address: string = api.governance.address) => {
  const response = await api.app.inject(`/v1/governance/needed-votes?address=${address}`)
  return response.json().data?.[0] ?? response.json()
}

/** A new block after which the contract says this, and the score here is that. */
async function mine(
  changes: Partial<TestApi['governance']>,
  score = 80,
  completeness = FACTOR_UNIT,
) {
  height += 1
  Object.assign(api.governance, {
    height,
    ownRecord: null,
    standingSince: null,
    ineligibility: null,
    ...changes,
  })
  const block = [height, FAKE_NOW * 1000]
  await api.context.pool.query('update chain_cursor set to_height = $1, block_ms = $2', block)
  await api.context.pool.query(APPEND_SCORE, [api.governance.address, score, completeness])
}

describe('a wallet whose record by this server is too old, and which has stood', () => {
  const stale = { ownRecord: { ageSeconds: DAY + 1, refreshScore: 60 }, ineligibility: TOO_OLD }

  it('may vote, with its score published first, where that is high enough', async () => {
    await mine(stale, 60)
    expect(await ask()).toMatchObject({ mayVote: true, reason: FIRST })
  })

  it('may not vote where its score is too low', async () => {
    await mine(stale, 59)
    expect(await ask()).toMatchObject({
      mayVote: false,
      reason: 'The score of 0x07 was published more than 24 hours ago, at 1.0: publish it again.',
    })
  })

  it('judges an appeal with 45 points (rule 28)', async () => {
    const juror = { ...stale, ownRecord: { ageSeconds: DAY + 1, refreshScore: 45 } }
    await mine(juror, 45)
    expect(await ask()).toMatchObject({ mayVote: true, reason: FIRST })
    await mine(juror, 44)
    expect(await ask()).toMatchObject({ mayVote: false })
  })

  it('is told that its score is not published where an index knows too little of it (rule 30)', async () => {
    const juror = { ...stale, ownRecord: { ageSeconds: DAY + 1, refreshScore: 45 } }
    await mine(juror, 50, 4_000)
    const reason = expect.stringMatching(/^40 % of the history .* beside 80 by 0x/)
    expect(await ask()).toMatchObject({ mayVote: false, reason })
    await mine(juror, 55, 4_000)
    expect(await ask()).toMatchObject({ mayVote: true, reason: FIRST })
  })
})

describe('a wallet that may not vote learns why, and from when at the earliest', () => {
  it('that was never published, whatever its score is', async () => {
    await mine({ ineligibility: UNPUBLISHED }, 90)
    expect(await ask()).toMatchObject({
      mayVote: false,
      reason: `${UNPUBLISHED}.`,
      mayVoteFrom: FAKE_NOW + WEEK,
    })
  })

  it('whose records have not stood for seven days', async () => {
    const ownRecord = { ageSeconds: DAY + 1, refreshScore: null }
    await mine({ ineligibility: TOO_YOUNG, ownRecord, standingSince: FAKE_NOW - 100 }, 90)
    expect(await ask()).toMatchObject({
      mayVote: false,
      reason: expect.stringMatching(
        /only since 22 Nov 2026, 11:58 UTC: it may vote from 29 Nov 2026/,
      ),
      mayVoteFrom: FAKE_NOW - 100 + WEEK,
    })
  })

  it('that is frozen while flagged, for which no time is certain', async () => {
    const reason =
      '0x07 is frozen while flagged: it may vote again when the flag or the freeze has ended'
    await mine({ ineligibility: reason }, 90)
    const answer = await ask()
    expect(answer).toMatchObject({ mayVote: false, reason: `${reason}.` })
    expect(answer).not.toHaveProperty('mayVoteFrom')
  })
})

describe('the node', () => {
  it('is asked once for each wallet and block, however often a client asks', async () => {
    await mine({})
    const before = countNodeCalls()
    for (let asked = 0; asked < 5; asked += 1) expect(await ask()).toMatchObject({ mayVote: true })
    expect(countNodeCalls() - before).toBe(1)
    await mine({ ineligibility: UNPUBLISHED })
    expect(await ask()).toMatchObject({ mayVote: false })
    expect(countNodeCalls() - before).toBe(2)
  })

  it('is asked by one client about at most 300 wallets a minute', async () => {
    const limited = await openTestApi({ limits: { missesPerMinute: 2 } })
    await writeIndexedRows(limited.context, {}, height)
    await insertTestProposal(limited.context, { id: 1 })
    limited.governance.height = height
    const codes: unknown[] = []
    for (const wallet of [61, 62, 63, 61]) {
      const url = `/v1/governance/needed-votes?address=${toTestAddress(wallet)}`
      codes.push((await limited.app.inject(url)).statusCode)
    }
    await limited.finish()
    expect(codes).toEqual([200, 200, 429, 200])
  })
})

it('puts into a calendar only what the wallet may vote on before its voting ends', async () => {
  const countEvents = async () => {
    const url = `/v1/governance/needed-votes.ics?address=${api.governance.address}`
    return (await api.app.inject(url)).body.split('BEGIN:VEVENT').length - 1
  }
  await mine({})
  expect(await countEvents()).toBe(1)
  await mine({ ineligibility: '0x07 is frozen while flagged' })
  expect(await countEvents()).toBe(0)
  await mine({ ineligibility: TOO_YOUNG, standingSince: FAKE_NOW - WEEK + 1 })
  expect(await countEvents()).toBe(1)
})

it('lists what ends at the same time by number', async () => {
  await insertTestProposal(api.context, { id: 2, target: toTestAddress(20) })
  await mine({})
  const address = api.governance.address
  const response = await api.app.inject(`/v1/governance/needed-votes?address=${address}`)
  expect(response.json().data.map(({ id }: { id: number }) => id)).toEqual([1, 2])
})
