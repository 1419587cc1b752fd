import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

let api: TestApi

const TARGET = toTestAddress(8)
const VOTER = toTestAddress(7)
/** Block times of the test ledger: one day a block. */
const TIP = 5
const NOW = 1_800_000_000

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, TIP)
  await api.context.pool.query('update chain_cursor set block_ms = $1', [NOW * 1000])
})
beforeEach(() =>
  api.context.pool.query(
    'delete from dao_proposal; delete from dao_vote; delete from dao_flag; delete from dao_freeze; delete from dao_appeal',
  ),
)
afterAll(() => api.finish())

const get = async (url: string) => (await api.app.inject(url)).json()

async function insertVote(voter: string, support: boolean, proposalId = 1): Promise<void> {
  await api.context.pool.query(
    `insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash,
       record_height, publisher, height, tx_id, event_index)
     values ($1, $2, 1, $3, $4, 650, $5, 3, $6, 4, $7, 0)`,
    [proposalId, voter, support, NOW - 100, 'e'.repeat(64), toTestAddress(9), 'f'.repeat(64)],
  )
}

describe('the list of proposals', () => {
  it('is empty without proposals, and counts them otherwise, newest first', async () => {
    expect(await get('/v1/governance/proposals')).toMatchObject({
      data: [],
      meta: { counts: { total: 0 } },
    })
    await insertTestProposal(api.context, { id: 1, votingEndsAt: NOW - 1 })
    await insertTestProposal(api.context, { id: 2, votingEndsAt: NOW + 500 })
    const { data, meta } = await get('/v1/governance/proposals')
    expect(data.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [2, 'pending'],
      [1, 'expired'],
    ])
    expect(meta.counts).toEqual({ total: 2, pending: 1, expired: 1 })
  })

  it('is paged on demand, and counts all proposals on each page', async () => {
    for (const id of [1, 2, 3]) await insertTestProposal(api.context, { id })
    const first = await get('/v1/governance/proposals?limit=2')
    const { nextCursor, counts } = first.meta
    expect([first.data.length, counts.total]).toEqual([2, 3])
    const second = await get(`/v1/governance/proposals?limit=2&cursor=${nextCursor}`)
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual([1])
    expect(second.meta.nextCursor).toBeUndefined()
  })

  it('shows reasons without links, mail addresses and hidden characters', async () => {
    await insertTestProposal(api.context, { id: 1 })
    await api.context.pool.query(`update dao_proposal set reason = $1`, [
      'Claim at https://evil.example\u202E or a@b.example now',
    ])
    const [proposal] = (await get('/v1/governance/proposals')).data
    expect(proposal.reason).toBe('Claim at [link removed] or [mail address removed] now')
  })
})

describe('one proposal', () => {
  it('has its counted votes', async () => {
    await insertTestProposal(api.context, { id: 1, votingEndsAt: NOW + 500 })
    await insertVote(VOTER, false)
    const { data } = await get('/v1/governance/proposals/1')
    expect(data).toMatchObject({ status: 'active', votesFor: 0, votesAgainst: 1 })
    expect(data.votes).toMatchObject([{ voter: VOTER, support: false, score: 65 }])
  })

  it('that does not exist is not found', async () => {
    expect(await get('/v1/governance/proposals/77')).toMatchObject({
      code: 'proposal_not_found',
      message: 'There is no proposal 77.',
    })
  })
})

/** Flags the target, with number 4. */
const insertFlag = () =>
  api.context.pool.query(
    `insert into dao_flag (address, number, case_id, reason_code, reason_hash, flagger, flagged_at)
     values ($1, 4, 'c', 'listed', 'h', $2, $3)`,
    [TARGET, VOTER, NOW - 200],
  )

/** Inserts a proposal on which the voting ended before now, with three votes For. */
async function insertApproved(proposal: Parameters<typeof insertTestProposal>[1]): Promise<void> {
  await insertTestProposal(api.context, { votingEndsAt: NOW - 100, ...proposal })
  for (const number of [11, 12, 13]) await insertVote(toTestAddress(number), true, proposal.id)
}

describe('an approved proposal', () => {
  it('that an appeal against a flag opened is carried out: no time is left to wait for', async () => {
    await insertFlag()
    await insertApproved({ id: 1, action: 'unfreeze', is_appeal: true, flag_number: 4 })
    const { data } = await get('/v1/governance/proposals/1')
    expect(data).toMatchObject({ status: 'approved', countdowns: [] })
  })

  it('expires otherwise', async () => {
    await insertApproved({ id: 1 })
    const { data } = await get('/v1/governance/proposals/1')
    expect(data.countdowns).toMatchObject([{ text: 'Expires' }])
  })
})

describe('the calendar', () => {
  it('has one event for each open proposal, at the end of its voting', async () => {
    await insertTestProposal(api.context, { id: 1, votingEndsAt: NOW + 7_200 })
    await insertTestProposal(api.context, { id: 2, votingEndsAt: NOW - 7_200 })
    const response = await api.app.inject(`/v1/governance/needed-votes.ics?address=${VOTER}`)
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.body.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(response.body).toContain(`UID:proposal-1-local-${VOTER}@dharma-guard`)
    const end = new Date((NOW + 7_200) * 1000).toISOString().replace(/[-:]|\.000/g, '')
    expect(response.body).toContain(`DTSTART:${end}`)
  })

  it('without events has a component that shows nothing, for it must have one', async () => {
    const { body } = await api.app.inject(`/v1/governance/needed-votes.ics?address=${VOTER}`)
    expect(body).toMatch(/^(?:[^\r\n]+\r\n)+$/)
    const names = [...body.matchAll(/^BEGIN:(.*)\r$/gm)].map(([, name]) => name)
    expect(names).toEqual(['VCALENDAR', 'VTIMEZONE', 'STANDARD'])
  })

  it('says of the lift of a flag that a freeze stays, and of other proposals what the contract says', async () => {
    await insertFlag()
    await insertTestProposal(api.context, { id: 1, action: 'unfreeze', flag_number: 4 })
    await insertTestProposal(api.context, { id: 2, action: 'freeze' })
    const { body } = await api.app.inject(`/v1/governance/needed-votes.ics?address=${VOTER}`)
    const lines = body.replaceAll('\r\n ', '').split('\r\n')
    const descriptions = lines.filter((line) => line.startsWith('DESCRIPTION:Proposal'))
    expect(descriptions.sort()).toEqual([
      'DESCRIPTION:Proposal #1. Lift the flag. A freeze stays.',
      'DESCRIPTION:Proposal #2. Marks it as frozen.',
    ])
  })
})

describe('the protection of a wallet', () => {
  const insertFreeze = (flagCaseId: string | null, renewedAt: number) =>
    api.context.pool.query(
      `insert into dao_freeze (address, number, proposal_id, reason_hash, since, renewed_at, flag_case_id)
       values ($1, 1, 1, 'h', $2, $2, $3)`,
      [TARGET, renewedAt, flagCaseId],
    )

  it('is empty for a wallet about which nothing was decided', async () => {
    expect((await get(`/v1/protection/${TARGET}`)).data).toEqual(buildNothingHeld(TARGET))
  })

  it('names the accusation that was not withdrawn, with all that it rests on', async () => {
    await api.context.pool.query(
      `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement, cleared_ms, cleared_cause)
       values ($1, 'newer', 'listed', $2::bigint + 1, 'e', $3, $2::bigint + 2, 'recheck'),
         ($1, 'case', 'behaviour', $2, 'e', $3, null, null)`,
      [TARGET, (NOW - 60) * 1000, JSON.stringify(SAMPLE_STATEMENT)],
    )
    expect((await get(`/v1/protection/${TARGET}`)).data.accusation).toEqual({
      caseId: 'case',
      reasonCode: 'behaviour',
      since: new Date((NOW - 60) * 1000).toISOString(),
      statement: SAMPLE_STATEMENT,
    })
    await api.context.pool.query(
      `update agent_case set cleared_ms = opened_ms, cleared_cause = 'recheck'`,
    )
    expect((await get(`/v1/protection/${TARGET}`)).data.accusation).toBeNull()
  })

  it('has a case of its own for the flag of another flagger that names one of the agent', async () => {
    await insertFlag()
    await api.context.pool.query(
      `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement)
       values ($1, 'c', 'behaviour', $2, 'e', $3)`,
      [TARGET, (NOW - 60) * 1000, JSON.stringify(SAMPLE_STATEMENT)],
    )
    expect((await get(`/v1/protection/${TARGET}`)).data).toMatchObject({
      accusation: { caseId: 'c' },
      flag: { caseId: `${TARGET.slice(2)}-flag-4` },
    })
    await api.context.pool.query('delete from agent_case')
  })

  it('is a protection, not an accusation, where nothing is held against the wallet', async () => {
    await insertFreeze(null, NOW - 100)
    expect((await get(`/v1/protection/${TARGET}`)).data).toMatchObject({
      flag: null,
      freeze: {
        isProtection: true,
        until: new Date((NOW - 100 + 7 * 86_400) * 1000).toISOString(),
      },
    })
  })

  it('is a freeze of a flagged wallet otherwise, until it lapses without any event', async () => {
    await insertFlag()
    await insertFreeze('c', NOW - 7 * 86_400)
    expect((await get(`/v1/protection/${TARGET}`)).data.freeze).toBeNull()
    await api.context.pool.query('delete from dao_freeze')
    await insertFreeze('c', NOW - 7 * 86_400 + 1)
    expect((await get(`/v1/protection/${TARGET}`)).data).toMatchObject({
      flag: { number: 4, caseId: 'c', reasonCode: 'listed' },
      freeze: { isProtection: false },
    })
  })

  it('names the case of an appeal against a freeze', async () => {
    await insertFreeze('c', NOW - 100)
    await api.context.pool.query(
      `insert into dao_appeal (id, address, freeze_number, opened_at, deadline)
       values (7, $1, 1, $2, $3)`,
      [TARGET, NOW - 50, NOW + 1000],
    )
    const appeal = { id: 7, against: 'freeze', outcome: 'open' }
    const readAppeals = async () => (await get(`/v1/protection/${TARGET}`)).data.appeals
    expect(await readAppeals()).toEqual([expect.not.objectContaining({ caseId: 'c' })])
    await api.context.pool.query(
      `insert into case_entry (address, case_id, number, kind, at_ms, details, source, previous_hash, hash)
       values ($1, 'c', 1, 'appeal', 0, '{"appealId":7}', 'appeal 7', '', '')`,
      [TARGET],
    )
    expect(await readAppeals()).toMatchObject([{ ...appeal, caseId: 'c' }])
  })

  const _RECOVERY = { action: 'recover', freeze_number: 1 } as const
  const _HOUR = 3_600
})
