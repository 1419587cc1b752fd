import { getScore, getScoreEvidence, getScoreHistory } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upsertLabel } from '../../labels/change-labels.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const [ALICE, BOB, MALLORY] = [toTestAddress(1), toTestAddress(2), toTestAddress(3)]
const [CAROL, DAVE] = [toTestAddress(41), toTestAddress(42)]
const MISSING_ACCOUNT = computeAddressAtIndex(9_999, 'local')

/** Appends the newest score once more, as it was stored before reasons had the range of ordinary wallets. */
const APPEND_OLDER_SCORE = `
  insert into score_result
  select (jsonb_populate_record(own, jsonb_build_object('seq', seq + 1, 'reasons', (
    select jsonb_agg(reason - 'ordinary') from jsonb_array_elements(reasons) reason)))).*
  from score_result own where address = $1 order by seq desc limit 1`

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const payments = [1, 2, 3].map((height) => ({ height, from: ALICE, to: BOB, units: 1_000n }))
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) }, 10)
})

afterAll(() => api.finish())

const get = async (url: string) => {
  await api.hear()
  return await api.app.inject({ url })
}
const compute = (address: string) =>
  api.app.inject({ method: 'POST', url: `/v1/score/${address}/compute` })
const fetchScore = async (address: string): Promise<ScoreResult> =>
  (await get(`/v1/score/${address}`)).json().data

describe('GET /v1/score/{address}', () => {
  it('answers the score with reasons, weights, coverage and the latest block', async () => {
    const response = await get(`/v1/score/${ALICE}`)
    expectDocumentedResponse(getScore, response)
    const { data, meta } = response.json()
    expect(data).toMatchObject({
      address: ALICE,
      metadata: { dataPoints: 3 },
      weights: { knownScamInteract: 0.3, onchainAge: 0.05 },
      coverage: { fromHeight: 0, toHeight: 10 },
    })
    expect(meta.latestBlock.height).toBe(10)
    expect(data.metadata.lastUpdated).toBe(new Date(meta.latestBlock.timeMs).toISOString())
  })

  it('says with null that nothing is published, so that no other call has to fail for it', async () => {
    // Without an answer of the node in time the field is absent.
    await expect.poll(async () => (await fetchScore(ALICE)).published).toBeNull()
  })

  it('says what each cited transaction did to the wallet', async () => {
    const { reasons } = await fetchScore(ALICE)
    expect(reasons.flatMap(({ evidence }) => evidence)).toContainEqual({
      txId: expect.any(String),
      height: 3,
      counterparty: BOB,
      time: new Date((1_700_000_000 + 3 * 86_400) * 1000).toISOString(),
      direction: 'out',
      amount: '0.00001',
      token: 'FLOW',
    })
  })

  it('advises nobody on how to look better while a flag stands', async () => {
    const before = await fetchScore(ALICE)
    expect(before.improve).not.toEqual([])
    await api.context.pool.query(
      `insert into dao_flag (address, number, case_id, reason_code, reason_hash, flagger, flagged_at)
       values ($1, 1, 'a case', 'behaviour', '', $2, 1)`,
      [ALICE, BOB],
    )
    await api.hear('chain_advanced')
    expect(await fetchScore(ALICE)).toEqual({ ...before, improve: [] })
    await api.context.pool.query('update dao_flag set lifted_at = 2 where address = $1', [ALICE])
    await api.hear('chain_advanced')
    expect((await fetchScore(ALICE)).improve).toEqual(before.improve)
  })

  it('answers what ordinary wallets show beside a reason, unless an older score does not say it', async () => {
    const payments = [5, 6, 7].map((height) => ({ height, from: DAVE, to: CAROL }))
    await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
    const { reasons, evidenceHash } = await fetchScore(CAROL)
    expect(reasons.find(({ code }) => code === 'lifetime')?.ordinary).toMatchObject({
      input: 'spanDays',
      text: 'Time between first and last transfer: ordinary wallets 5 hours to 355 days, this one 2 days',
    })
    await api.context.pool.query(APPEND_OLDER_SCORE, [CAROL])
    await api.hear('chain_advanced')
    const response = await get(`/v1/score/${CAROL}`)
    expectDocumentedResponse(getScore, response)
    const older = reasons.map(({ ordinary: _, ...reason }) => reason)
    expect(response.json().data).toMatchObject({ evidenceHash, reasons: older })
    expect(response.body).not.toContain('"ordinary":')
  })

  it('takes any letter case and answers in lower case', async () => {
    const shouted = `0x${ALICE.slice(2).toUpperCase()}`
    expect((await fetchScore(shouted)).address).toBe(ALICE)
  })

  it('returns the stored score while its inputs are up to date', async () => {
    const first = await fetchScore(BOB)
    const rows = buildTransferRows([{ height: 11, from: ALICE, to: MALLORY }])
    await writeIndexedRows(api.context, { transfers: rows })
    expect(await fetchScore(BOB)).toEqual(first)
  })

  it('computes it again once a transfer of the account was indexed', async () => {
    const { metadata } = await fetchScore(BOB)
    const rows = buildTransferRows([{ height: 12, from: ALICE, to: BOB }])
    await writeIndexedRows(api.context, { transfers: rows })
    expect((await fetchScore(BOB)).metadata.dataPoints).toBe(metadata.dataPoints + 1)
  })

  it('reports the account that does not exist', async () => {
    const response = await get(`/v1/score/${MISSING_ACCOUNT}`)
    expectDocumentedResponse(getScore, response)
    expect(response.json()).toEqual({
      code: 'account_not_found',
      message: `No account ${MISSING_ACCOUNT} exists on the local network.`,
    })
  })
})

describe('POST /v1/score/{address}/compute', () => {
  it.each([
    ['without a body', {}],
    ['with an empty body of JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
    ['with an object that it does not need', { payload: {} }],
  ])('computes %s', async (_, request) => {
    const url = `/v1/score/${ALICE}/compute`
    const response = await api.app.inject({ method: 'POST', url, ...request })
    expect(response.json().data?.address).toBe(ALICE)
  })

  it('reports the account that does not exist', async () => {
    expect((await compute(MISSING_ACCOUNT)).json().code).toBe('account_not_found')
  })
})

describe('GET /v1/score/{address}/history', () => {
  it('pages backwards and marks where the level changed', async () => {
    const address = toTestAddress(20)
    for (const height of [20, 21, 22]) {
      await writeIndexedRows(api.context, {
        transfers: buildTransferRows([{ height, from: ALICE, to: address }]),
      })
      await compute(address)
    }
    await upsertLabel(api.context, {
      address,
      kind: 'scam',
      source: 'test',
      confidence: 1,
      reason: 'For this test.',
    })
    await compute(address)
    const first = await get(`/v1/score/${address}/history?limit=2`)
    expectDocumentedResponse(getScoreHistory, first)
    const { data, meta } = first.json()
    expect(data).toHaveLength(2)
    expect(data[0].previousLevel).toBe('NORMAL')
    expect(data[0].riskLevel).not.toBe('NORMAL')
    expect(data[1]).not.toHaveProperty('previousLevel')
    const url = `/v1/score/${address}/history?limit=2&cursor=${meta.nextCursor}`
    const second = (await get(url)).json()
    expect(second.data).toHaveLength(2)
    expect(second.meta).not.toHaveProperty('nextCursor')
    expect(second.data[0].dataPoints).toBeLessThan(data[1].dataPoints)
  })

  it('is empty for an account without scores', async () => {
    expect((await get(`/v1/score/${MISSING_ACCOUNT}/history`)).json().data).toEqual([])
  })
})

describe('GET /v1/score/{address}/evidence', () => {
  it('lists as many records of each reason as requested', async () => {
    const seller = toTestAddress(30)
    const payments = Array.from({ length: 30 }, (_, i) => ({
      height: 30 + i,
      from: seller,
      to: toTestAddress(40 + i),
    }))
    await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
    const response = await get(`/v1/score/${seller}/evidence?limit=7`)
    expectDocumentedResponse(getScoreEvidence, response)
    const { reasons } = response.json().data
    const counts = reasons.map((reason: { evidence: unknown[] }) => reason.evidence.length)
    expect(Math.max(...counts)).toBe(7)
    const url = `/v1/score/${seller}/evidence?code=${reasons[0].code}`
    expect((await get(url)).json().data.reasons).toHaveLength(1)
  })
})

describe('a node that does not answer', () => {
  it('does not affect stored scores, and is listed as degraded', async () => {
    api.node.responses.splice(0, 1, 'hang up')
    const unknown = await get(`/v1/score/${computeAddressAtIndex(9_998, 'local')}`)
    expectDocumentedResponse(getScore, unknown)
    expect(unknown.json().code).toBe('node_unreachable')
    expect(unknown.headers['retry-after']).toBe('10')
    const known = await compute(ALICE)
    expect(known.statusCode).toBe(200)
    api.node.respondTo = () => 'hang up'
    const unread = await compute(ALICE)
    expect(unread.statusCode).toBe(200)
    expect(unread.json().data).not.toHaveProperty('published')
    expect(known.json().meta.degraded).toEqual([
      { part: 'node', since: expect.any(String), message: expect.stringContaining('node') },
    ])
  })
})
