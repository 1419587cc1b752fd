import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Facts } from '../facts.ts'
import { buildFactsFromTransfers, type Transfer } from '../transfers/build-facts-from-transfers.ts'
import { FLOW } from './arbitrary-transfers.ts'

export const START = 1_760_000_000
const WALLET = computeAddressAtIndex(100, 'local')
const DAY = 86_400

/** Facts of a wallet with these transfers, where `gus` is on the scam list by default. */
export const buildFacts = (own: readonly Transfer[], listed: readonly string[] = ['gus']): Facts =>
  buildFactsFromTransfers(WALLET, own, new Set(listed))

/** A transfer of FLOW from the counterparty, or to it if the amount is negative. */
export const buildTransfer = (counterparty: string, amount: number, day: number): Transfer => ({
  direction: amount > 0 ? 'in' : 'out',
  counterparty,
  token: FLOW,
  units: BigInt(Math.round(Math.abs(amount) * 1e8)),
  seconds: START + Math.round(day * DAY),
})

/** Receives from six accounts and forwards everything at once, six times. */
export const PASS_THROUGH_TRANSFERS: readonly Transfer[] = Array.from({ length: 6 }, (_, round) => [
  ...Array.from({ length: 6 }, (_, i) =>
    buildTransfer(`p${round}-${i}`, 40 + i, round * 12 + i * 0.01),
  ),
  buildTransfer('collector', -252, round * 12 + 0.08),
]).flat()
