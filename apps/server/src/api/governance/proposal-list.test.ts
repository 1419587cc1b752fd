import { gunzipSync } from 'node:zlib'
import { listProposals } from '@app/api/routes/governance.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countDatabaseWork } from '../../testing/count-database-work.ts'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const NOW = 1_800_000_000
const DAY = 86_400

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, 5)
  await setTime(NOW)
})
afterAll(() => api.finish())

const query = (text: string, values: unknown[] = []) => api.context.pool.query(text, values)
/** Writes as the mirror does, which moves its cursor. */
const mirror = async (text: string, values: unknown[]) => {
  await query(text, values)
  await query('update dao_cursor set seq = seq + 1')
}
const setTime = (seconds: number) =>
  query('update chain_cursor set block_ms = $1', [seconds * 1000])
const get = async (search = '') =>
  (await api.app.inject(`/v1/governance/proposals${search}`)).json()

/** Inserts ended proposals, each against a wallet of its own. */
const insertEnded = (from: number, to: number) =>
  mirror(
    `with own as (
       insert into dao_proposal (id, action, target, proposer, rank, is_appeal, title, description, reason, reason_hash,
         created_at, voting_ends_at, executable_until, height, tx_id)
       select n, 'freeze', '0x' || lpad(to_hex(n), 16, '0'), '0x0000000000000001', 'voter', false, 'Freeze', 'Marks it as frozen.',
         'Swept the wallets of at least six members', 'a', $3::bigint - 172800, $3::bigint - 86400, $3::bigint + 604800, 1, lpad(to_hex(n), 64, 'b')
       from generate_series($1::int, $2::int) n returning id)
     insert into dao_proposal_state (proposal_id, stored_status, stored_outcome)
     select id, 'rejected', 'rejected' from own`,
    [from, to, NOW],
  )

/** Inserts open proposals, each against a wallet of its own. */
const insertOpen = (from: number, to = from) =>
  mirror(
    `insert into dao_proposal (id, action, target, proposer, rank, is_appeal, title, description, reason, reason_hash,
       created_at, voting_ends_at, executable_until, height, tx_id)
     select n, 'freeze', '0x' || lpad(to_hex(n), 16, '0'), '0x0000000000000001', 'voter', false, 'Freeze', 'Marks it as frozen.',
       'Swept six wallets in one night', 'a', $3::bigint, $3::bigint + 86400, $3::bigint + 691200, 1, lpad(to_hex(n), 64, 'c')
     from generate_series($1::int, $2::int) n`,
    [from, to, NOW],
  )

describe('a page of proposals', () => {
  const countWork = async (search: string) => {
    await get(search)
    await query('select pg_current_xact_id()')
    return await countDatabaseWork(api.context.pool, () => get(search))
  }

  it('costs as many rows and statements among a thousand proposals as among ten', async () => {
    await insertEnded(1, 10)
    const few = await countWork('?limit=1')
    await insertEnded(11, 1_000)
    expect(await countWork('?limit=1')).toEqual(few)
    const { nextCursor } = (await get('?limit=500')).meta
    expect(await countWork(`?limit=1&cursor=${nextCursor}`)).toEqual(few)
    const two = await countWork('?limit=2')
    expect(two.statements).toBe(few.statements)
    // The proposal, and its place in the page.
    expect(two.rows - few.rows).toBe(2)
  })

  it('counts all proposals by the status that time has given them, like the complete list', async () => {
    await insertOpen(1_001)
    for (const time of [NOW + 1, NOW + DAY - 1, NOW + DAY]) {
      await setTime(time)
      const all = await get()
      const page = await get('?limit=1')
      expect(page.data).toEqual(all.data.slice(0, 1))
      expect(page.meta).toEqual({ ...all.meta, nextCursor: expect.stringMatching(/^1001\./) })
      const status = time < NOW + DAY ? 'pending' : 'expired'
      expect(all.meta.counts).toEqual({ total: 1_001, rejected: 1_000, [status]: 1 })
    }
  })
})

describe('the counts of a page', () => {
  it('are those of the complete list whatever time alone ends: a freeze, and the time to execute', async () => {
    const [frozen, approved] = [toTestAddress(8), toTestAddress(9)]
    await query(
      'insert into dao_freeze (address, number, proposal_id, since, renewed_at) values ($1, 1, 1, $2, $2)',
      [frozen, NOW - 7 * DAY + 1_000],
    )
    const votingEndsAt = NOW + DAY
    const unfreeze = { action: 'unfreeze', target: frozen, freeze_number: 1 } as const
    await insertTestProposal(api.context, { id: 1_002, votingEndsAt, ...unfreeze })
    await insertTestProposal(api.context, { id: 1_003, votingEndsAt, target: approved })
    await mirror(
      `insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash, record_height, publisher, height, event_index, tx_id)
       select 1003, '0x' || lpad(to_hex(n), 16, '0'), 1, true, $1, 800, '', 1, '0x0000000000000003', 1, n, ''
       from generate_series(1, 3) n`,
      [NOW],
    )
    const expired: number[] = []
    for (const after of [0, 999, 1_000, DAY - 1, DAY, 8 * DAY - 1, 8 * DAY]) {
      await setTime(NOW + after)
      const { counts } = (await get('?limit=1')).meta
      expect(counts).toEqual((await get()).meta.counts)
      expired.push(counts.expired ?? 0)
    }
    expect(expired.map((count) => count - (expired[0] ?? 0))).toEqual([0, 0, 1, 1, 2, 2, 3])
    await query('delete from dao_freeze')
    await query('delete from dao_vote')
    await mirror('delete from dao_proposal where id > $1', [1_001])
  })
})

describe('the complete list', () => {
  it('is what the pages have, compressed or not', async () => {
    const response = await api.app.inject('/v1/governance/proposals')
    expectDocumentedResponse(listProposals, response)
    const pages = [await get('?limit=500')]
    while (pages.at(-1).meta.nextCursor !== undefined)
      pages.push(await get(`?limit=500&cursor=${pages.at(-1).meta.nextCursor}`))
    expect(response.json().data).toEqual(pages.flatMap(({ data }) => data))
    const headers = { 'accept-encoding': 'gzip' }
    const compressed = await api.app.inject({ url: '/v1/governance/proposals', headers })
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(response.body)
  })

  it.each([
    [
      'a vote',
      `insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash, record_height, publisher, height, event_index, tx_id)
       values (1001, '0x0000000000000002', 1, true, ${NOW}, 800, '', 1, '0x0000000000000003', 1, 1, '')`,
    ],
    [
      'its execution',
      `insert into dao_proposal_state (proposal_id, stored_status, stored_outcome) values (1001, 'executed', 'approved')`,
    ],
    [
      'a reason that the operator withholds',
      `insert into case_withheld_text (text_hash, at_ms, reason) values ('a', 5000, 'It names a person.')`,
    ],
    ['a block', `update chain_cursor set block_ms = ${(NOW + 2) * 1000}`],
  ])('shows %s at once', async (_, change) => {
    await setTime(NOW + 1)
    const before = await get()
    expect(await get()).toEqual(before)
    await query(change)
    expect(await get()).not.toEqual(before)
  })
})
