import type { EvidencePointer } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import type { RangeRows } from '../../indexer/decode/build-rows.ts'
import type { SeenRows } from '../chain/read-cited.ts'
import type { Citation } from '../citation.ts'
import type { Difference } from '../difference.ts'

/** Whether a cited transaction stands in its block and shows, in its events, what it is cited for. */
export function findCitationDifference(
  address: Address,
  { path, txId, height, counterparty, pointer }: Citation,
  seen: SeenRows,
): Difference | null {
  if (seen === null) {
    const expected = `a transaction of block ${height}`
    return { path: `${path}.txId`, expected, found: `${txId}, which that block does not hold` }
  }
  const shown = counterpartiesShown(address, pointer, seen)
  if (shown.includes(counterparty)) return null
  if (shown.length === 0) {
    const expected = `a transaction with ${MEANING[pointer.kind]} of ${address}`
    return { path: `${path}.txId`, expected, found: `${txId}, whose events show none` }
  }
  const expected = shown.map((other) => other ?? 'missing').join(' or ')
  return { path: `${path}.counterparty`, expected, found: counterparty ?? 'missing' }
}

const MEANING: Readonly<Record<EvidencePointer['kind'], string>> = {
  largest_sends: 'a payment in the token of the reason',
  latest_transfers: 'a transfer',
  listed_contacts: 'a transfer',
  holdings: 'a move of an NFT',
  account_events: 'such a change to the account',
  dust_sent: 'a payment',
  reports: 'a report',
  none: 'anything to show',
}

/** The other side of each event of the account that the pointer means. */
function counterpartiesShown(
  address: Address,
  pointer: EvidencePointer,
  rows: RangeRows,
): (Address | null)[] {
  const transfers = rows.transfers.filter((row) => row.address === address)
  const nftMoves = rows.nftMoves.filter((row) => row.address === address)
  switch (pointer.kind) {
    case 'largest_sends':
      return counterpartiesOf(
        transfers.filter(({ side, token }) => side === 'out' && token === pointer.token),
      )
    case 'latest_transfers':
      return counterpartiesOf(transfers)
    case 'listed_contacts':
      return counterpartiesOf([...transfers, ...nftMoves])
    case 'holdings':
      return counterpartiesOf(nftMoves)
    case 'account_events':
      return rows.accountEvents
        .filter((row) => row.address === address && (pointer.act ?? row.kind) === row.kind)
        .map(() => null)
    case 'dust_sent':
      return counterpartiesOf(transfers.filter(({ side }) => side === 'out'))
    case 'reports':
    case 'none':
      return []
  }
}

function counterpartiesOf(rows: readonly { counterparty: Address | null }[]): (Address | null)[] {
  return [...new Set(rows.map(({ counterparty }) => counterparty))]
}
