import { getScores } from '@app/api/routes/score.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { expectDocumentedResponse, expectFailure } from '../testing/expect-documented-response.ts'
import { GENEROUS_LIMITS, openTestApi, type TestApi } from '../testing/open-test-api.ts'

const PAYER = toTestAddress(1)
const PAYEES = Array.from({ length: 30 }, (_, index) => toTestAddress(index + 2))
const MISSING_ACCOUNT = computeAddressAtIndex(9_999, 'local')

let api: TestApi

afterEach(() => api.finish())

async function open(limits = GENEROUS_LIMITS): Promise<void> {
  api = await openTestApi({ limits })
  const payments = PAYEES.map((to, index) => ({ height: index + 1, from: PAYER, to }))
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) }, 40)
}

const ask = (addresses: readonly string[]) =>
  api.app.inject({ method: 'POST', url: '/v1/scores', payload: { addresses } })
const get = (address: string) => api.app.inject({ url: `/v1/score/${address}` })

describe('POST /v1/scores', () => {
  it('answers each address as GET does, in the order of the request, computed or kept', async () => {
    await open()
    const wanted = [...PAYEES.toReversed(), PAYER, PAYEES[0] ?? PAYER]
    for (const _ of ['computed', 'kept']) {
      const response = await ask(wanted)
      expectDocumentedResponse(getScores, response)
      const { data, meta } = response.json()
      const single = await Promise.all(wanted.map(async (one) => (await get(one)).json()))
      expect(data).toEqual(
        single.map((one, index) => ({ address: wanted[index], result: one.data })),
      )
      expect(meta).toEqual(single[0].meta)
    }
  })

  it('says of one account what is wrong with it, and answers the others', async () => {
    await open()
    const response = await ask([MISSING_ACCOUNT, PAYER.toUpperCase().replace('0X', '0x')])
    expectDocumentedResponse(getScores, response)
    expect(response.json().data).toMatchObject([
      { address: MISSING_ACCOUNT, failure: { code: 'account_not_found' } },
      { address: PAYER, result: { address: PAYER } },
    ])
  })
})

describe('a client that asks for many wallets that were never scored', () => {
  it('gets as many as are computed for one client in a minute, and any that are kept', async () => {
    await open({ missesPerMinute: 12 })
    const { data } = (await ask(PAYEES)).json()
    const isScored = (index: number) => data[index].result !== undefined
    const [scored, refused] = [
      PAYEES.filter((_, i) => isScored(i)),
      PAYEES.filter((_, i) => !isScored(i)),
    ]
    expect(scored).toHaveLength(12)
    const failures = data.flatMap(
      ({ failure }: { failure?: { code: string } }) => failure?.code ?? [],
    )
    expect(failures).toEqual(refused.map(() => 'rate_limited'))
    const again = await get(refused.at(-1) ?? PAYER)
    expect(expectFailure(again)).toBe('rate_limited')
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get(scored[3] ?? PAYER)).statusCode).toBe(200)
  })
})
