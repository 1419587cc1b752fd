import { judge } from '@app/score/judge.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { type EvmAddress, type Party, toEvmAddress } from '@app/values/evm-address.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewCoaActRow } from '../db/tables/chain-tables.ts'
import { DECODING } from '../indexer/decode/decoding.ts'
import { upsertLabel } from '../labels/change-labels.ts'
import type { Context } from '../runtime/context.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import {
  buildTransferRows,
  DOLLAR,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { loadCoverage } from './load-coverage.ts'
import { loadEvidence } from './load-evidence.ts'
import { loadFacts } from './load-facts.ts'

const SHOP = computeAddressAtIndex(200, 'local')
/** Address codes are linear, so every account has look-alikes at the same index distances. */
const LOOK_ALIKE = computeAddressAtIndex(200 ^ 7_150_334, 'local')
const VICTIMS = [1, 2, 3, 4].map(toTestAddress)
const [ANN, BEN, CAT, DAN] = VICTIMS as [Address, Address, Address, Address]

const { context, finish } = await openTestContext()
beforeEach(() => clearChainTables(context.pool))
afterAll(() => finish())

const buildPurchase = (from: Address, height = 1): Payment => ({ height, from, to: SHOP })
const buildDust = (to: Address, height = 5, from = LOOK_ALIKE): Payment => {
  return { height, from, to, units: 1n, isDust: true }
}

async function loadAccountFacts(address: Address, { db }: Pick<Context, 'db'> = context) {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new Error('nothing is indexed')
  return await loadFacts(db, { address, network: 'local', coverage, decoding: DECODING })
}

const loadPoisoningAfter = async (...payments: Payment[]) => {
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
  return (await loadAccountFacts(LOOK_ALIKE)).poisoning
}

describe('dust from an address that looks like that of a shop', () => {
  it('is poisoning where the receivers had paid the shop', async () => {
    const poisoning = await loadPoisoningAfter(
      ...VICTIMS.map((who) => buildPurchase(who)),
      ...VICTIMS.map((who) => buildDust(who)),
    )
    expect(poisoning).toEqual({ dusted: 4, lookAlikes: 4 })
    const { flags, reasons } = judge(await loadAccountFacts(LOOK_ALIKE))
    expect(flags).toContain('Sends dust from an address that looks like another')
    expect(reasons.find(({ code }) => code === 'poisoning')?.points).toBeLessThan(-3)
  })

  it('is only dust where they never paid it, or only later', async () => {
    const earned = { height: 1, from: SHOP, to: BEN }
    expect(
      await loadPoisoningAfter(
        earned,
        buildDust(ANN),
        buildDust(BEN),
        buildDust(CAT),
        buildPurchase(CAT, 6),
      ),
    ).toEqual({
      dusted: 3,
      lookAlikes: 0,
    })
  })

  it('does not count payments from the look-alike to others', async () => {
    const forced = { ...buildPurchase(ANN), isSwept: true }
    expect(await loadPoisoningAfter(forced, buildDust(ANN))).toMatchObject({
      dusted: 1,
      lookAlikes: 0,
    })
  })

  it('does not count when another account proposed it', async () => {
    expect(
      await loadPoisoningAfter(buildPurchase(ANN), { ...buildDust(ANN), isSwept: true }),
    ).toMatchObject({
      dusted: 0,
    })
  })

  it('does not count when a service gets it', async () => {
    const service = { kind: 'service', source: 'test', confidence: 1, reason: 'Bank' } as const
    await upsertLabel(context, { ...service, address: ANN })
    expect(
      await loadPoisoningAfter(
        buildPurchase(ANN),
        buildPurchase(BEN),
        buildDust(ANN),
        buildDust(BEN),
      ),
    ).toEqual({
      dusted: 2,
      lookAlikes: 1,
    })
  })

  it('is not poisoning from a wallet that also makes real payments to them', async () => {
    const paid = { height: 7, from: LOOK_ALIKE, to: ANN, token: DOLLAR }
    expect(
      await loadPoisoningAfter(
        buildPurchase(ANN),
        buildPurchase(BEN),
        buildDust(ANN),
        buildDust(BEN),
        paid,
      ),
    ).toEqual({
      dusted: 1,
      lookAlikes: 1,
    })
  })

  it('costs its receivers nothing', async () => {
    await loadPoisoningAfter(...VICTIMS.map((who) => buildPurchase(who)))
    const before = await loadAccountFacts(DAN)
    await loadPoisoningAfter(...VICTIMS.map((who) => buildDust(who)))
    expect(await loadAccountFacts(DAN)).toEqual({ ...before, dustIn: 1 })
    expect((await loadAccountFacts(SHOP)).poisoning).toEqual({ dusted: 0, lookAlikes: 0 })
  })

  it('has the payments to the poisoned receivers as evidence, newest first', async () => {
    await loadPoisoningAfter(
      buildPurchase(ANN),
      buildPurchase(BEN),
      buildDust(ANN, 5),
      buildDust(BEN, 6),
      buildDust(CAT, 7),
    )
    const pointer = { kind: 'dust_sent' } as const
    const items = await loadEvidence(context, LOOK_ALIKE, { pointer, limit: 5 })
    expect(items.map(({ height, counterparty }) => [height, counterparty])).toEqual([
      [6, BEN],
      [5, ANN],
    ])
    expect(await loadEvidence(context, ANN, { pointer, limit: 5 })).toEqual([])
  })

  describe('through the EVM', () => {
    const IMITATOR = toTestAddress(50)
    const toCoa = (digits: string) => toEvmAddress(`${'0'.repeat(23)}2${digits.padEnd(13, '0')}abc`)

    const own = (owner: Address, coa: EvmAddress): NewCoaActRow => ({
      ...{ address: coa, authorizer: owner, is_sole: true, height: 0, tx_index: 0, event_index: 0 },
      ...{ tx_id: 'ab'.repeat(32), block_ms: 0 },
    })

    async function loadImitation(coas: [EvmAddress, EvmAddress], seller: Party = SHOP) {
      const bought = VICTIMS.map((from) => ({ height: 1, from, to: seller }))
      const dusted = VICTIMS.map((who) => buildDust(who, 5, IMITATOR))
      await writeIndexedRows(context, {
        coaActs: [own(SHOP, coas[0]), own(IMITATOR, coas[1])],
        transfers: buildTransferRows([...bought, ...dusted]),
      })
      return (await loadAccountFacts(IMITATOR)).poisoning
    }

    it('is poisoning where the accounts there look alike beyond what all have in common', async () => {
      expect(await loadImitation([toCoa('1230001'), toCoa('1230002')])).toEqual({
        dusted: 4,
        lookAlikes: 4,
      })
    })

    it('is only dust where they have no more in common than all have', async () => {
      expect(await loadImitation([toCoa('123'), toCoa('456')])).toMatchObject({ lookAlikes: 0 })
    })

    it('is only dust where what they paid is an address of any key', async () => {
      const ground = toEvmAddress(`${IMITATOR.slice(2, 5)}${'7'.repeat(34)}${IMITATOR.slice(-3)}`)
      expect(await loadImitation([toCoa('123'), toCoa('456')], ground)).toMatchObject({
        lookAlikes: 0,
      })
    })
  })
})
