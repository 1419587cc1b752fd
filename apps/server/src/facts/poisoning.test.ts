import { judge } from '@app/score/judge.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { type EvmAddress, type Party, toEvmAddress } from '@app/values/evm-address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewCoaActRow } from '../db/tables/chain-tables.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import {
  buildTransferRows,
  DOLLAR,
  labelAccount,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { loadTestFacts } from '../testing/load-one.ts'
import { loadEvidence } from './load-evidence.ts'

const SHOP = computeAddressAtIndex(200, 'local')
/** Address codes are linear, so every account has look-alikes at the same index distances. */
const LOOK_ALIKE = computeAddressAtIndex(200 ^ 7_150_334, 'local')
const VICTIMS = [1, 2, 3, 4].map(toTestAddress)
const BANK = toTestAddress(9)
const [ANN, BEN, CAT, DAN] = VICTIMS as [Address, Address, Address, Address]

const context = await openFileContext()
beforeEach(() => clearChainTables(context.pool))

const buildPurchase = (from: Address, height = 1): Payment => ({ height, from, to: SHOP })
const buildDust = (to: Address, height = 5, from = LOOK_ALIKE): Payment => {
  return { height, from, to, units: 1n, isDust: true }
}

const loadAccountFacts = (address: Address) => loadTestFacts(context, address)

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

  it.each<[string, Payment[], { dusted: number; lookAlikes: number }]>([
    [
      'where they never paid it, or only later',
      [
        { height: 1, from: SHOP, to: BEN },
        ...[buildDust(ANN), buildDust(BEN), buildDust(CAT), buildPurchase(CAT, 6)],
      ],
      { dusted: 3, lookAlikes: 0 },
    ],
    [
      'where another account made them pay',
      [{ ...buildPurchase(ANN), isSwept: true }, buildDust(ANN)],
      { dusted: 1, lookAlikes: 0 },
    ],
    [
      'which another account proposed, and then not even that',
      [buildPurchase(ANN), { ...buildDust(ANN), isSwept: true }],
      { dusted: 0, lookAlikes: 0 },
    ],
    [
      'where a service gets it',
      [buildPurchase(BANK), buildPurchase(BEN), buildDust(BANK), buildDust(BEN)],
      { dusted: 2, lookAlikes: 1 },
    ],
    [
      'from a wallet that also makes real payments to them, and then not even that',
      [
        ...[buildPurchase(ANN), buildPurchase(BEN), buildDust(ANN), buildDust(BEN)],
        { height: 7, from: LOOK_ALIKE, to: ANN, token: DOLLAR },
      ],
      { dusted: 1, lookAlikes: 1 },
    ],
  ])('is only dust %s', async (_, payments, poisoning) => {
    await labelAccount(context, BANK, 'service')
    expect(await loadPoisoningAfter(...payments)).toEqual(poisoning)
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
