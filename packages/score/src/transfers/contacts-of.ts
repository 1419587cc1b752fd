import type { ContactFacts } from '../facts.ts'
import type { Transfer } from './transfer.ts'

/** Transfers of a wallet, and which of them were taken from it. */
export interface Dealings {
  transfers: readonly Transfer[]
  taken: ReadonlySet<Transfer>
}

/** Direct contact of a wallet with listed accounts, one entry a token, in the order of the tokens' names. */
export function contactsOf(
  { transfers, taken }: Dealings,
  listed: ReadonlySet<string>,
): ContactFacts[] {
  const contacts = transfers.filter(
    ({ counterparty, isDust }) => counterparty !== null && listed.has(counterparty) && !isDust,
  )
  const byToken = [...Map.groupBy(contacts, ({ token }) => token)]
  return byToken
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([token, own]) => entryOf(token, { transfers: own, taken }))
}

function entryOf(token: string, { transfers, taken }: Dealings): ContactFacts {
  const ins = transfers.filter(({ side }) => side === 'in')
  const swept = transfers.filter((transfer) => taken.has(transfer))
  const sent = transfers.filter((transfer) => transfer.side === 'out' && !taken.has(transfer))
  return {
    hop: 0,
    token,
    counterparties: new Set(transfers.map(({ counterparty }) => counterparty)).size,
    transfersIn: ins.length,
    unitsIn: total(ins),
    transfersOut: sent.length,
    unitsOut: total(sent),
    transfersSwept: swept.length,
    unitsSwept: total(swept),
  }
}

function total(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((sum, { units }) => sum + units, 0n)
}
