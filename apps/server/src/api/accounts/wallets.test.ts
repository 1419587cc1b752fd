import { listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview } from '@app/api/schemas/account.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
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
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

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
