import type { AddressInfo } from 'node:net'
import { listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview } from '@app/api/schemas/account.ts'
import { WalletEventSchema } from '@app/api/schemas/stream.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { Compile } from 'typebox/compile'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { writeEstimates } from '../../scorer/write-current-scores.ts'
import {
  buildTransferRows,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openEventStream } from '../testing/open-event-stream.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { cacheWhileFresh } from './wallets.ts'

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)

/** The overview is kept for 50 times as long as counting took, which is long on a busy machine. */
const FRESH_AGAIN_MS = 60_000

let api: TestApi

beforeEach(async () => {
  api = await openTestApi()
  onTestFinished(() => api.finish())
})

async function readOverview(): Promise<WalletOverview> {
  const response = await api.app.inject({ url: listWallets.url })
  expectDocumentedResponse(listWallets, response)
  return response.json().data
}

const pay = (payments: readonly Payment[]) =>
  writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })

const insertEstimates = (scores: readonly number[]) =>
  writeEstimates(
    api.context.db,
    scores.map((score, number) => ({
      address: toTestAddress(1_000 + number),
      score,
      riskLevel: toRiskLevel(score),
      confidence: 0.5,
    })),
  )

it('is empty before anything is indexed', async () => {
  expect(await readOverview()).toEqual({
    scored: 0,
    accounts: 0,
    transfers: 0,
    levels: { TRUSTED: 0, NORMAL: 0, SUSPICIOUS: 0, HIGH_RISK: 0 },
    wallets: [],
  })
})

it('has the newest score of an account, and counts what is indexed', async () => {
  await pay([{ height: 1, from: ALICE, to: BOB }])
  await scoreAccount(api.context, ALICE)
  await pay([
    { height: 2, from: ALICE, to: BOB },
    { height: 3, from: ALICE, to: BOB, isDust: true },
  ])
  const { score, riskLevel, confidence } = await scoreAccount(api.context, ALICE)
  const overview = await readOverview()
  expect(overview).toMatchObject({ scored: 1, accounts: 2, transfers: 3 })
  expect(overview.wallets).toEqual([{ address: ALICE, score, riskLevel, confidence }])
  expect(overview.levels).toMatchObject({ NORMAL: 1 })
})

it('has an estimate until the account is scored, and not again after that', async () => {
  const estimate = { address: ALICE, score: 99, riskLevel: 'TRUSTED', confidence: 1 } as const
  await pay([{ height: 1, from: ALICE, to: BOB }])
  await writeEstimates(api.context.db, [estimate])
  expect((await readOverview()).wallets).toEqual([estimate])
  const stored = await scoreAccount(api.context, ALICE)
  await writeEstimates(api.context.db, [estimate])
  const readScores = async () => (await readOverview()).wallets.map(({ score }) => score)
  await expect.poll(readScores, { timeout: FRESH_AGAIN_MS }).toEqual([stored.score])
})

it('of many wallets draws the same ones whatever they score, and more of those at high risk', async () => {
  await insertEstimates(Array.from({ length: 2_000 }, (_, number) => (number % 10 === 0 ? 12 : 60)))
  const { scored, levels, wallets } = await readOverview()
  expect({ scored, levels }).toEqual({
    scored: 2_000,
    levels: { TRUSTED: 0, NORMAL: 1_800, SUSPICIOUS: 0, HIGH_RISK: 200 },
  })
  const accused = wallets.filter(({ riskLevel }) => riskLevel === 'HIGH_RISK')
  expect(accused).toHaveLength(100)
  // About 30 of the 100 accused are among the 300 of any level.
  expect(wallets.length).toBeGreaterThan(350)
  expect(wallets.length).toBeLessThan(390)
  const addresses = wallets.map(({ address }) => address)
  await insertEstimates(Array.from({ length: 2_000 }, (_, number) => (number % 10 === 0 ? 13 : 80)))
  await expect
    .poll(async () => (await readOverview()).wallets[0]?.score, { timeout: FRESH_AGAIN_MS })
    .not.toBe(wallets[0]?.score)
  expect((await readOverview()).wallets.map(({ address }) => address)).toEqual(addresses)
})

it('sends each new score to every open page', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const open = () => openEventStream(`http://127.0.0.1:${port}/v1/stream?topics=wallets`, {})
  const readers = await Promise.all([open(), open()])
  onTestFinished(() => {
    for (const reader of readers) reader.disconnect()
  })
  for (const reader of readers) await reader.text('retry:')
  await pay([{ height: 1, from: ALICE, to: BOB }])
  const { score, riskLevel, confidence } = await scoreAccount(api.context, ALICE)
  for (const reader of readers) {
    const text = await reader.text('event: wallet')
    const data: unknown = JSON.parse(/event: wallet\ndata: (.*)/.exec(text)?.[1] ?? '')
    expect(data).toEqual({ data: { address: ALICE, score, riskLevel, confidence } })
    expect(Compile(WalletEventSchema).Check(data)).toBe(true)
  }
})

/** A cache of a counter that takes `costMs` of a clock, which only the test moves. */
function createCounter({ costMs = 0, failAt = -1 } = {}) {
  const clock = { nowMs: 0 }
  const errors: unknown[] = []
  let loads = 0
  const get = cacheWhileFresh(
    async () => {
      loads += 1
      clock.nowMs += costMs
      if (loads === failAt) throw new Error('broken')
      return loads
    },
    {
      minAgeMs: 100,
      ageByCost: 50,
      onError: (error) => errors.push(error),
      now: () => clock.nowMs,
    },
  )
  return { get, clock, errors }
}

it('a value is loaded once for callers at the same time, and kept while it is fresh', async () => {
  const { get, clock } = createCounter()
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  clock.nowMs = 99
  expect(await get()).toBe(1)
})

it('an old value is returned at once, and the next one is new', async () => {
  const { get, clock } = createCounter()
  await get()
  clock.nowMs = 100
  expect(await get()).toBe(1)
  await expect.poll(get).toBe(2)
})

it('what is costly to load is kept longer', async () => {
  const { get, clock } = createCounter({ costMs: 10 })
  await get()
  clock.nowMs = 10 + 499
  await get()
  expect(await get()).toBe(1)
  clock.nowMs = 10 + 500
  await get()
  await expect.poll(get).toBe(2)
})

it('a failure is reported, and the old value stays; without one it is thrown', async () => {
  const { get, clock, errors } = createCounter({ failAt: 2 })
  await get()
  clock.nowMs = 100
  expect(await get()).toBe(1)
  await expect.poll(() => errors).toHaveLength(1)
  expect(await get()).toBe(1)
  await expect(createCounter({ failAt: 1 }).get()).rejects.toThrow('broken')
})
