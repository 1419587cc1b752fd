import { listInputs } from '@app/api/routes/score.ts'
import type { ScoreInputs } from '@app/api/schemas/score.ts'
import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { judge } from '@app/score/judge.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { formatCursor } from '../http/list-cursor.ts'
import { expectDocumentedResponse, expectFailure } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const ACCOUNTS = [toTestAddress(1), toTestAddress(2), toTestAddress(3)]

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const payments = ACCOUNTS.map((from, at) => ({ height: at + 1, from, to: null }))
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) }, 10)
  for (const address of ACCOUNTS) await scoreAccount(api.context, address)
})

afterAll(() => api.finish())

const ask = (query: string) => api.app.inject({ url: `/v1/inputs?${query}` })

it('returns inputs from which anyone computes the same score', async () => {
  const response = await ask('')
  expectDocumentedResponse(listInputs, response)
  const known: ScoreInputs[] = response.json().data
  expect(known.map(({ address }) => address)).toEqual(ACCOUNTS.toSorted())
  for (const { inputs, evidenceHash, score } of known) {
    const facts = parseInputs(inputs)
    expect(computeEvidenceHash(facts)).toBe(evidenceHash)
    expect(judge(facts).score).toBe(score)
  }
})

it('pages through all wallets, each once', async () => {
  const first = (await ask('limit=2')).json()
  expect(first.data).toHaveLength(2)
  const last = (await ask(`limit=2&cursor=${first.meta.nextCursor}`)).json()
  const addresses = [...first.data, ...last.data].map(({ address }) => address)
  expect(addresses).toEqual(ACCOUNTS.toSorted())
  expect(last.meta).not.toHaveProperty('nextCursor')
})

it.each(['0', '999999999999999'])(
  'rejects the cursor %s, which no response contained',
  async (cursor) => {
    const bound = formatCursor(listInputs, { params: {}, query: {} }, cursor)
    expect(expectFailure(await ask(`cursor=${bound}`))).toBe('invalid_request')
  },
)
