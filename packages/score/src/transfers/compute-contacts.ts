import type { ContactFacts } from '../facts.ts'
import type { Transfer } from './transfer.ts'

/** Transfers of a wallet, and which of them were stolen from it. */
export interface TransfersWithThefts {
  transfers: readonly Transfer[]
  stolen: ReadonlySet<Transfer>
}

/** Direct contact of a wallet with listed accounts, one entry per token, sorted by token. */
export function computeContacts(
  { transfers, stolen }: TransfersWithThefts,
  listed: ReadonlySet<string>,
): ContactFacts[] {
  const contacts = transfers.filter(
    ({ counterparty, isDust }) => counterparty !== null && listed.has(counterparty) && !isDust,
  )
  const byToken = [...Map.groupBy(contacts, ({ token }) => token)]
  return byToken
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([token, own]) => buildEntry(token, { transfers: own, stolen }))
}

function buildEntry(token: string, { transfers, stolen }: TransfersWithThefts): ContactFacts {
  const ins = transfers.filter(({ direction }) => direction === 'in')
  const swept = transfers.filter((transfer) => stolen.has(transfer))
  const sent = transfers.filter((transfer) => transfer.direction === 'out' && !stolen.has(transfer))
  return {
    hop: 0,
    token,
    counterparties: new Set(transfers.map(({ counterparty }) => counterparty)).size,
    transfersIn: ins.length,
    unitsIn: sumUnits(ins),
    transfersOut: sent.length,
    unitsOut: sumUnits(sent),
    transfersSwept: swept.length,
    unitsSwept: sumUnits(swept),
  }
}

function sumUnits(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((sum, { units }) => sum + units, 0n)
}
