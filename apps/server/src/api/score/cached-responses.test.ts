import { gunzipSync } from 'node:zlib'
import { getScore } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import { countDatabaseWork } from '../../testing/count-database-work.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { insertTestProposal } from '../testing/insert-governance.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const [ALICE, BOB, CAROL] = [toTestAddress(1), toTestAddress(2), toTestAddress(3)]

let api: TestApi
let height = 10

beforeAll(async () => {
  api = await openTestApi()
  const payments = [...payAlice(), { height: 9, from: BOB, to: CAROL }]
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) }, height)
})

beforeEach(() => {
  api.node.requests.length = 0
})

afterAll(() => api.finish())

const payAlice = () => [{ height, from: BOB, to: ALICE, units: 1_000n }]
const query = (text: string, values: unknown[] = []) => api.context.pool.query(text, values)
/** Writes what a block has changed, and announces it as the indexer does. */
const change = async (text: string, values: unknown[] = []) => {
  await query(text, values)
  await api.hear('chain_advanced')
}
const get = (address: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/v1/score/${address}`, headers })
const fetchScore = async (address: string): Promise<ScoreResult> => (await get(address)).json().data

async function indexPayment(): Promise<void> {
  height += 1
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payAlice()) })
  await api.hear()
}

describe('the answer with a score', () => {
  it('of another version is computed again', async () => {
    const before = await fetchScore(ALICE)
    await change(
      `insert into score_result select (jsonb_populate_record(own,
         jsonb_build_object('seq', seq + 1, 'version', '0.0.1', 'score', 1))).*
       from score_result own where address = $1 order by seq desc limit 1`,
      [ALICE],
    )
    expect(await fetchScore(ALICE)).toEqual(before)
  })
})

describe('the compression of an answer', () => {
  const ask = (encodings: string) => get(ALICE, { 'accept-encoding': encodings })

  it('gives a client the same answer, whether it is kept or built', async () => {
    await api.hear('chain_advanced')
    for (const _ of ['built', 'kept']) {
      const { headers, rawPayload } = await ask('gzip, deflate, br')
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(rawPayload.length),
        vary: 'Origin, accept-encoding',
      })
      expect(gunzipSync(rawPayload).toString()).toBe((await get(ALICE)).body)
    }
    const { headers } = await get(ALICE)
    expect([headers['content-encoding'], headers.vary]).toEqual([
      undefined,
      'Origin, accept-encoding',
    ])
  })

  it.each(['gzip;q=0', 'br', 'identity', ';', 'gzipped'])(
    'is not used for %s',
    async (encodings) => {
      const { headers, body } = await ask(encodings)
      expect(headers['content-encoding']).toBeUndefined()
      expect(JSON.parse(body).data.address).toBe(ALICE)
    },
  )

  it('is no answer to a client that has it already, and has the same tag', async () => {
    const { headers } = await ask('gzip')
    const known = await get(ALICE, {
      'accept-encoding': 'gzip',
      'if-none-match': String(headers.etag),
    })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    expect(known.headers).toMatchObject({ vary: headers.vary })
    expect(known.headers['content-encoding']).toBeUndefined()
    expect((await get(ALICE)).headers.etag).toBe(headers.etag)
  })
})

describe('the tag of an answer', () => {
  it('lets a client keep it until its data change', async () => {
    const first = await get(ALICE)
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^W\/"[!#-~]+"$/)
    expect(first.headers['cache-control']).toBe('no-cache')
    const known = await get(ALICE, { 'if-none-match': `"other", ${tag}` })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', tag])
    await indexPayment()
    const changed = await get(ALICE, { 'if-none-match': tag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
  })

  it('changes with a flag and with the node', async () => {
    const { etag } = (await get(ALICE)).headers
    await change(
      `insert into dao_flag (address, number, case_id, reason_code, reason_hash, flagger, flagged_at)
       values ($1, 1, 'a case', 'behaviour', '', $2, 1)`,
      [ALICE, BOB],
    )
    expect((await get(ALICE, { 'if-none-match': String(etag) })).statusCode).toBe(200)
    await change('delete from dao_flag')
    expect((await get(ALICE, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })

  it('is of no use to what is not a read', async () => {
    const url = `/v1/score/${ALICE}/compute`
    const { headers } = await api.app.inject({ method: 'POST', url })
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
  })
})

describe('the published record in an answer', () => {
  const askedNode = () =>
    api.node.requests.filter(({ path }) => path.startsWith('/v1/scripts')).length

  async function publish(
    address: string,
    at: { height: number; txIndex?: number; tenths: number; publisher?: string },
  ) {
    const { publisher = '0x1' } = at
    const fields = {
      address,
      publisher,
      scoreTenths: String(at.tenths),
      level: 'NORMAL',
      factors: ['10000', '5000', '0', '1', '2', '3'],
      version: '1.4.0',
      evidenceHash: 'ab'.repeat(32),
      blockHeight: String(at.height - 1),
    }
    await change(
      `insert into chain_contract_event (height, tx_index, event_index, tx_id, block_ms, type, fields)
       values ($1, $2, 0, $3, 1700000000999, 'DharmaScore.ScorePublished', $4)`,
      [at.height, at.txIndex ?? 0, String(at.tenths).padStart(64, '0'), JSON.stringify(fields)],
    )
    await change('insert into chain_publisher (publisher) values ($1) on conflict do nothing', [
      publisher,
    ])
  }

  it('is asked of the node while not every publication is indexed', async () => {
    expect((await fetchScore(ALICE)).published).toBeNull()
    expect(askedNode()).toBe(1)
    await change(
      `insert into chain_account_event (address, height, tx_index, event_index, kind, detail, tx_id, block_ms)
       values ($1, 1, 0, 0, 'contract_added', 'DharmaScore', '', 0)`,
      [CONTRACT_ADDRESSES.local.DharmaScore],
    )
    await change('update chain_contract_cursor set height = $1', [height - 1])
    await fetchScore(ALICE)
    expect(askedNode()).toBe(2)
    await change('update chain_contract_cursor set height = $1', [height])
    expect((await fetchScore(ALICE)).published).toBeNull()
    expect(askedNode()).toBe(2)
  })

  it('and with it the whole answer is taken from memory while nothing has changed', async () => {
    const readAgain = async () => {
      const before = await get(ALICE)
      let after = before
      const work = await countDatabaseWork(api.context.pool, async () => {
        after = await get(ALICE)
      })
      expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag])
      return work
    }
    await expect.poll(readAgain, { timeout: 60_000 }).toEqual({ statements: 0, rows: 0 })
  })

  it('is the newest indexed one, and changes the tag', async () => {
    const before = await get(ALICE)
    await publish(ALICE, { height: 5, txIndex: 1, tenths: 612 })
    await publish(ALICE, { height: 4, tenths: 300 })
    await publish(ALICE, { height: 5, tenths: 500 })
    await publish(BOB, { height: 9, tenths: 900 })
    const after = await get(ALICE, { 'if-none-match': String(before.headers.etag) })
    expectDocumentedResponse(getScore, after)
    expect(after.json().data.published).toEqual({
      address: ALICE,
      score: 61.2,
      level: 'NORMAL',
      breakdown: {
        txFrequency: 1,
        largeOutFlow: 0.5,
        knownScamInteract: 0,
        nftHoldings: 0.0001,
        onchainAge: 0.0002,
        communitySignals: 0.0003,
      },
      version: '1.4.0',
      evidenceHash: 'ab'.repeat(32),
      blockHeight: 4,
      publishedAt: '2023-11-14T22:13:20.000Z',
      txId: '612'.padStart(64, '0'),
    })
    expect(askedNode()).toBe(0)
  })

  it('is the lowest of those by live publishers, whichever is the newest', async () => {
    const readScore = async () => (await fetchScore(BOB)).published?.score
    await publish(BOB, { height: 10, tenths: 1_000, publisher: '0x2' })
    expect(await readScore()).toBe(90)
    await publish(BOB, { height: 11, tenths: 50, publisher: '0x2' })
    expect(await readScore()).toBe(5)
    await change("update chain_publisher set is_dismissed = true where publisher = '0x2'")
    expect(await readScore()).toBe(90)
  })

  it('is asked of the node while a newer one may be in blocks whose events are not read', async () => {
    expect((await fetchScore(BOB)).published).toMatchObject({ score: 90 })
    const before = askedNode()
    await change('update chain_contract_cursor set height = $1', [height - 1])
    expect((await fetchScore(BOB)).published).toBeNull()
    expect(askedNode()).toBe(before + 1)
    await change('update chain_contract_cursor set height = $1', [height])
    expect((await fetchScore(BOB)).published).toMatchObject({ score: 90 })
  })
})

describe('the answer about an accused wallet', () => {
  const DAY = 86_400
  const NOW = 1_700_000_000
  const setTime = (seconds: number) =>
    change('update chain_cursor set block_ms = $1', [seconds * 1000])
  const flag = (number: number) =>
    change(
      `insert into dao_flag (address, number, case_id, reason_code, reason_hash, flagger, flagged_at)
       values ($1, $2, 'a case', 'behaviour', '', $3, 1)`,
      [ALICE, number, BOB],
    )
  const appeal = (id: number, flagNumber: number) =>
    insertTestProposal(api.context, {
      id,
      action: 'unfreeze',
      target: ALICE,
      is_appeal: true,
      flag_number: flagNumber,
      votingEndsAt: NOW + DAY,
    })
  const voteFor = (id: number, voter: number) =>
    change(
      `insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash, record_height, publisher, height, event_index, tx_id)
       values ($1, $2, 1, $3, 1, 800, '', 1, $4, 1, $5, '')`,
      [id, toTestAddress(voter), voter < 60, BOB, voter],
    )
  const endVoting = (id: number, outcome: string) =>
    change(
      `insert into dao_proposal_state (proposal_id, stored_status, stored_outcome) values ($1, $2, $2)`,
      [id, outcome],
    )
  const isAdvised = async () => (await fetchScore(ALICE)).improve.length > 0

  beforeEach(async () => {
    await change('truncate dao_flag, dao_proposal, dao_proposal_state, dao_vote')
    await setTime(NOW)
    await get(ALICE)
  })

  it('is read like that of any other wallet: as many statements and rows', async () => {
    const read = async () => {
      await get(ALICE)
      await api.hear('chain_advanced')
      return await countDatabaseWork(api.context.pool, () => get(ALICE))
    }
    const ordinary = await read()
    await flag(1)
    expect(await read()).toEqual(ordinary)
    await appeal(1, 1)
    expect(await read()).toEqual(ordinary)
    await change(
      `insert into dao_freeze (address, number, proposal_id, since, renewed_at) values ($1, 1, 2, 1, $2)`,
      [ALICE, NOW],
    )
    expect(await read()).toEqual(ordinary)
    await setTime(NOW + DAY)
    expect(await read()).toEqual(ordinary)
    await endVoting(1, 'rejected')
    expect(await read()).toEqual(ordinary)
    await change('delete from dao_freeze')
  })

  it.each([
    ['three votes For, which lift it', [51, 52, 53], true],
    ['three votes Against', [61, 62, 63], false],
    ['too few votes, which lift it', [61, 62], true],
  ])(
    'is right when the voting on an appeal against its flag ends, before any event tells: %s',
    async (_, voters, isLifted) => {
      await flag(1)
      await appeal(1, 1)
      for (const voter of voters) await voteFor(1, voter)
      await setTime(NOW + DAY - 1)
      expect(await isAdvised()).toBe(false)
      await setTime(NOW + DAY)
      expect(await isAdvised()).toBe(isLifted)
    },
  )

  it('is right when a vote arrives late from the back-fill, and after the event that ends the voting', async () => {
    await flag(1)
    await appeal(1, 1)
    for (const voter of [61, 62]) await voteFor(1, voter)
    await setTime(NOW + DAY)
    expect(await isAdvised()).toBe(true)
    await voteFor(1, 63)
    expect(await isAdvised()).toBe(false)
    await endVoting(1, 'rejected')
    expect(await isAdvised()).toBe(false)
  })

  it('is right while votes on an appeal whose time is over are indexed, and not mirrored yet', async () => {
    await flag(1)
    await appeal(1, 1)
    await setTime(NOW + DAY)
    expect(await isAdvised()).toBe(true)
    await change(
      `insert into chain_contract_event (height, tx_index, event_index, tx_id, block_ms, type, fields)
       values ($1, 99, 0, '', $2, 'DharmaGovernance.VoteCast', '{}')`,
      [height, (NOW + DAY - 1) * 1000],
    )
    expect(await isAdvised()).toBe(false)
    await change(`delete from chain_contract_event where type = 'DharmaGovernance.VoteCast'`)
  })

  it('is right after a label, and when it is gone', async () => {
    await flag(1)
    const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'For this test.' } as const
    const before = (await fetchScore(ALICE)).score
    const { id } = await upsertLabel(api.context, { address: ALICE, ...label })
    await api.hear()
    expect((await fetchScore(ALICE)).score).toBeLessThan(before)
    expect(await isAdvised()).toBe(false)
    await removeLabel(api.context, { address: ALICE, id, reason: 'It was a mistake.' })
    await api.hear()
    expect((await fetchScore(ALICE)).score).toBe(before)
    expect(await isAdvised()).toBe(false)
  })
})
