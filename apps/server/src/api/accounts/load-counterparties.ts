import type { Counterparty } from '@app/api/schemas/account/counterparty.ts'
import { NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { formatDecimal } from '@app/values/amount.ts'
import { getTokenSymbol } from '@app/values/tokens/token-symbol.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readAccountSummaries } from './read-account-summaries.ts'
import {
  type CounterpartySums,
  type CounterpartyTotals,
  readCounterparties,
  readCounterpartySums,
} from './read-counterparties.ts'

/** Loads a page of the counterparties of an account, with its sums and latest scores. */
export async function loadCounterparties(
  db: Kysely<Tables>,
  address: Address,
  page: { limit: number; after?: Address | undefined },
): Promise<Counterparty[]> {
  const totals = await readCounterparties(db, address, page)
  const addresses = totals.map(({ counterparty }) => counterparty)
  const [sums, summaries] = await Promise.all([
    readCounterpartySums(db, address, addresses),
    readAccountSummaries(db, addresses),
  ])
  return summaries.flatMap((summary, index) => {
    const total = totals[index]
    if (total === undefined) return []
    const own = sums.filter(({ counterparty }) => counterparty === total.counterparty)
    return [{ ...summary, ...toCounts(total), ...toAmounts(own) }]
  })
}

const toCounts = ({ sent, received, first_seconds, last_seconds }: CounterpartyTotals) => ({
  sentCount: Number(sent),
  receivedCount: Number(received),
  firstTime: new Date(first_seconds * 1000).toISOString(),
  lastTime: new Date(last_seconds * 1000).toISOString(),
})

const toAmounts = (sums: readonly CounterpartySums[]) => ({
  sent: sums.flatMap(({ token, out_count, out_units }) => toSum(token, out_count, out_units)),
  received: sums.flatMap(({ token, in_count, in_units }) => toSum(token, in_count, in_units)),
})

const toSum = (token: string, count: number, units: bigint) =>
  count === 0 ? [] : [{ token: toSumToken(token), amount: formatSum(token, units) }]

const toSumToken = (token: string) => (token === NFTS ? 'NFT' : getTokenSymbol(token))
const formatSum = (token: string, units: bigint) =>
  token === NFTS ? String(units) : formatDecimal(units)
