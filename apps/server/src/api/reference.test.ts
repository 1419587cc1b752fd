import { getExample } from '@app/api/openapi/get-example.ts'
import { getAccuracy, getCatalogue, getNetwork, getOutcomes } from '@app/api/routes/reference.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { FACTORS } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTestAddress, writeIndexedRows } from '../testing/ledger.ts'
import { expectDocumentedResponse } from './testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(() => api.finish())

const get = (url: string) => api.app.inject({ url })

describe('GET /v1/catalogue', () => {
  it('lists factors with weights that sum to 100, levels, and the signals of every factor', async () => {
    const response = await get('/v1/catalogue')
    expectDocumentedResponse(getCatalogue, response)
    const { factors, levels, signals } = response.json().data
    expect(factors.map(({ factor }: { factor: string }) => factor)).toEqual(FACTORS)
    const weights = factors.map(({ weightPercent }: { weightPercent: number }) => weightPercent)
    expect(weights).toEqual([20, 25, 30, 10, 5, 10])
    expect(levels).toEqual(getExample(getCatalogue).levels)
    for (const { level, fromScore } of levels) expect(toRiskLevel(fromScore)).toBe(level)
    expect(new Set(signals.map(({ factor }: { factor: string }) => factor))).toEqual(
      new Set(FACTORS),
    )
    for (const { worstPoints, bestPoints } of signals) expect(worstPoints).toBeLessThan(bestPoints)
    const codes = signals.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(
      expect.arrayContaining(getExample(getCatalogue).signals.map(({ code }) => code)),
    )
  })
})

describe('GET /v1/accuracy', () => {
  it('returns figures of the shipped tables, each with its source', async () => {
    const response = await get('/v1/accuracy')
    expectDocumentedResponse(getAccuracy, response)
    const { version, figures, accusations, sources } = response.json().data
    expect(version).toBe(SCORE_VERSION)
    expect(figures.length).toBeGreaterThan(0)
    const named = sources.map(({ set }: { set: string }) => set)
    for (const { set } of [...figures, ...accusations]) expect(named).toContain(set)
    expect(accusations.length).toBe(3 * figures.length)
  })
})

describe('GET /v1/outcomes', () => {
  const CASE = `
    insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement)
    values ($1, 'case', 'behaviour', 1, '', '{"reasons": [{"factor": "largeOutFlow", "code": "passes_on"}]}')`

  it('counts what became of accusations', async () => {
    const empty = await get('/v1/outcomes')
    expectDocumentedResponse(getOutcomes, empty)
    expect(empty.json().data).toEqual({
      cases: 0,
      reasons: [],
      review: { minDecided: 5, overturnedAbove: 0.3 },
    })
    await api.context.pool.query(CASE, [toTestAddress(1)])
    const response = await get('/v1/outcomes')
    expectDocumentedResponse(getOutcomes, response)
    expect(response.json().data).toMatchObject({
      cases: 1,
      reasons: [
        { code: 'passes_on', accused: 1, open: 1, falsePositiveRate: null, interval: null },
      ],
    })
  })
})

describe('GET /v1/network', () => {
  it('returns the network and the latest indexed block', async () => {
    const empty = await get('/v1/network')
    expectDocumentedResponse(getNetwork, empty)
    expect(empty.json().data).toMatchObject({ network: 'local', latestBlock: null })
    await writeIndexedRows(api.context, {}, 3)
    const response = await get('/v1/network')
    expectDocumentedResponse(getNetwork, response)
    expect(response.json().data).toMatchObject({
      latestBlock: { height: 3, timeMs: expect.any(Number) },
      lagBlocks: 0,
    })
  })
})

describe('the reference', () => {
  it('is served as OpenAPI 3.1 and as a page that loads only our own files', async () => {
    const document = await get('/openapi.json')
    expect(document.json().servers).toEqual([{ url: api.context.config.api.publicUrl }])
    expect(document.json().openapi).toBe('3.1.0')
    const page = await get('/docs')
    expect(page.body).toContain('<title>Dharma Guard API</title>')
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect((await get(link)).statusCode).toBe(200)
  })
})
