import type { EvidencePointer } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { COMMUNITY_EVENTS } from '../chain/decode-community-events.ts'
import type { CitedRows } from '../chain/read-cited-transaction.ts'
import type { Citation } from '../evidence/citation.ts'
import type { Difference } from './difference.ts'

/** Checks that a cited transaction is in its block, and that its events show what it is cited for. */
export function findCitationDifference(
  address: Address,
  { path, txId, height, counterparty, pointer }: Citation,
  seen: CitedRows,
): Difference | null {
  if (seen === null) {
    const expected = `a transaction of block ${height}`
    return { path: `${path}.txId`, expected, found: `${txId}, which is not in that block` }
  }
  const counterparties = findCounterparties(address, pointer, seen)
  if (counterparties.includes(counterparty)) return null
  if (counterparties.length === 0) {
    const expected = `a transaction with ${EXPECTED_CONTENT[pointer.kind]} of ${address}`
    return { path: `${path}.txId`, expected, found: `${txId}, whose events show none` }
  }
  const expected = counterparties.map((other) => other ?? 'missing').join(' or ')
  return { path: `${path}.counterparty`, expected, found: counterparty ?? 'missing' }
}

const EXPECTED_CONTENT: Readonly<Record<EvidencePointer['kind'], string>> = {
  largest_sends: 'a payment in the token of the reason',
  latest_transfers: 'a transfer',
  listed_contacts: 'a transfer',
  holdings: 'a move of an NFT',
  account_events: 'such a change to the account',
  dust_sent: 'a payment',
  reports: 'such a statement or decision of the community',
  none: 'anything to show',
}

/** Returns the counterparties of the account's events that match the pointer. */
function findCounterparties(
  address: Address,
  pointer: EvidencePointer,
  rows: NonNullable<CitedRows>,
): (Address | null)[] {
  const transfers = rows.transfers.filter((row) => row.address === address)
  const nftMoves = rows.nftMoves.filter((row) => row.address === address)
  switch (pointer.kind) {
    case 'largest_sends':
      return uniqueCounterparties(
        transfers.filter(({ side, token }) => side === 'out' && token === pointer.token),
      )
    case 'latest_transfers':
      return uniqueCounterparties(transfers)
    case 'listed_contacts':
      return uniqueCounterparties([...transfers, ...nftMoves])
    case 'holdings':
      return uniqueCounterparties(nftMoves)
    case 'account_events':
      return rows.accountEvents
        .filter((row) => row.address === address && (pointer.act ?? row.kind) === row.kind)
        .map(() => null)
    case 'dust_sent':
      return uniqueCounterparties(transfers.filter(({ side }) => side === 'out'))
    case 'reports':
      return rows.communityEvents
        .filter((event) => event.address === address)
        .filter(({ name }) => COMMUNITY_EVENTS[pointer.row].includes(name))
        .map(({ author }) => author)
    case 'none':
      return []
  }
}

function uniqueCounterparties(
  rows: readonly { counterparty: Address | null }[],
): (Address | null)[] {
  return [...new Set(rows.map(({ counterparty }) => counterparty))]
}
