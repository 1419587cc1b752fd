import type { KnownInputs } from '@app/api/known-inputs.ts'
import { listInputs } from '@app/api/routes/inputs.ts'
import { evidenceHashOf } from '@app/score/canonical/evidence-hash.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { judge } from '@app/score/judge.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { index, person, transferRows } from '../../testing/ledger.ts'
import { checkAnswer, checkFailure } from '../testing/check-answer.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const PEOPLE = [person(1), person(2), person(3)]

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const payments = PEOPLE.map((from, at) => ({ height: at + 1, from, to: null }))
  await index(api.context, { transfers: transferRows(payments) }, 10)
  for (const address of PEOPLE) await scoreAccount(api.context, address)
})

afterAll(() => api.finish())

const ask = (query: string) => api.app.inject({ url: `/v1/inputs?${query}` })

it('gives inputs that are judged to the same score by anybody', async () => {
  const response = await ask('')
  checkAnswer(listInputs, response)
  const known: KnownInputs[] = response.json().data
  expect(known.map(({ address }) => address)).toEqual(PEOPLE.toSorted())
  for (const { inputs, evidenceHash, score } of known) {
    const facts = parseInputs(inputs)
    expect(evidenceHashOf(facts)).toBe(evidenceHash)
    expect(judge(facts).score).toBe(score)
  }
})

it('pages through all wallets, each once', async () => {
  const first = (await ask('limit=2')).json()
  expect(first.data).toHaveLength(2)
  const last = (await ask(`limit=2&cursor=${first.meta.nextCursor}`)).json()
  const addresses = [...first.data, ...last.data].map(({ address }) => address)
  expect(addresses).toEqual(PEOPLE.toSorted())
  expect(last.meta).not.toHaveProperty('nextCursor')
})

it.each(['0', '999999999999999'])('refuses the cursor %s, which no answer gave', async (cursor) => {
  expect(checkFailure(await ask(`cursor=${cursor}`))).toBe('invalid_request')
})
