import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { buildEventTypeId, type EventName } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { CommunityReasonCode } from '@app/score/judgement.ts'
import { buildRows, type RangeRows } from '@app/server/indexer/decode/build-rows.ts'
import { decodeTransaction } from '@app/server/indexer/decode/decode-transaction.ts'
import { type Decoding, readsEventType } from '@app/server/indexer/decode/decoding.ts'
import { getEventKindByType } from '@app/server/indexer/decode/event-kinds.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { isCadenceOwned, type Party } from '@app/values/evm-address.ts'
import type { Network } from '@app/values/network.ts'
import type { Difference } from '../check.ts'
import { readBlock } from '../node.ts'
import { TX_ID } from '../on-chain.ts'
import type { PlacedCitation } from './evidence.ts'

/** Checks that a cited transaction is in its block, and that its events show what it is cited for. */
export function findCitationDifference(
  address: Address,
  citation: PlacedCitation,
  seen: CitedRows,
): Difference | null {
  const { path, txId, height, counterparty, pointer } = citation
  if (seen === null) {
    const expected = `a transaction of block ${height}`
    return { path: `${path}.txId`, expected, found: `${txId}, which is not in that block` }
  }
  if (seen.hasFailed) {
    const expected = 'a transaction that succeeded'
    return { path: `${path}.txId`, expected, found: `${txId}, which failed` }
  }
  const counterparties = findCounterparties(address, pointer, seen)
  if (counterparties.includes(counterparty) || canBeInEvm(address, citation, seen)) {
    return findEvmDifference(citation, seen)
  }
  if (counterparties.length === 0) {
    const expected = `a transaction with ${EXPECTED_CONTENT[pointer.kind]} of ${address}`
    return { path: `${path}.txId`, expected, found: `${txId}, whose events show none` }
  }
  const expected = counterparties.map((other) => other ?? 'missing').join(' or ')
  return { path: `${path}.counterparty`, expected, found: counterparty ?? 'missing' }
}

/**
 * Whose a Cadence-owned account in the EVM is follows from earlier blocks, which only a scan has. Without one, each can be
 * that of the account, or of its counterparty.
 */
function canBeInEvm(
  address: Address,
  { counterparty, pointer }: PlacedCitation,
  { coaMoves, actedCoas }: NonNullable<CitedRows>,
): boolean {
  if (!TRANSFERS.includes(pointer.kind)) return false
  // With an act of another, what the account had counts as taken from its owner.
  if (actedCoas.some((coa) => coa === counterparty)) return true
  const canBe = (end: Party | null, wanted: Party | null) =>
    end === wanted || (end !== null && parseAddress(wanted ?? '') !== null && isCadenceOwned(end))
  return coaMoves.some(({ sender, recipient, token }) => {
    if (pointer.kind === 'largest_sends' && pointer.token !== token) return false
    if (canBe(sender, address) && canBe(recipient, counterparty)) return true
    return !SENT.includes(pointer.kind) && canBe(recipient, address) && canBe(sender, counterparty)
  })
}

const SENT: readonly PlacedCitation['pointer']['kind'][] = ['largest_sends', 'dust_sent']
/** What is cited for transfers. */
export const TRANSFERS: typeof SENT = [...SENT, 'latest_transfers', 'listed_contacts']

/** Checks that the transaction in the EVM, if one is cited, is among those of the cited transaction. */
function findEvmDifference(
  { path, evmHash, evmHeight }: PlacedCitation,
  { evmTransactions }: NonNullable<CitedRows>,
): Difference | null {
  if (evmHash === null && evmHeight === null) return null
  const found = evmTransactions.find(({ evm_hash }) => evm_hash === evmHash)
  if (found === undefined) {
    const hashes = evmTransactions.map(({ evm_hash }) => evm_hash)
    const expected = hashes.join(' or ') || 'missing'
    return { path: `${path}.evmHash`, expected, found: evmHash ?? 'missing' }
  }
  if (found.evm_height === evmHeight) return null
  const expected = `${found.evm_height}`
  return { path: `${path}.evmHeight`, expected, found: `${evmHeight ?? 'missing'}` }
}

const EXPECTED_CONTENT: Readonly<Record<PlacedCitation['pointer']['kind'], string>> = {
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
  pointer: PlacedCitation['pointer'],
  rows: NonNullable<CitedRows>,
): (Party | null)[] {
  const own = <T extends { address: Party }>(all: readonly T[]) =>
    all.filter((row) => row.address === address)
  const transfers = own(rows.transfers)
  const sent = transfers.filter(({ side }) => side === 'out')
  const nftMoves = own(rows.nftMoves)
  const accountEvents = own(rows.accountEvents)
  const communityEvents = own(rows.communityEvents)
  switch (pointer.kind) {
    case 'largest_sends':
      return listCounterparties(sent.filter(({ token }) => token === pointer.token))
    case 'latest_transfers':
      return listCounterparties(transfers)
    case 'listed_contacts':
      return listCounterparties([...transfers, ...nftMoves])
    case 'holdings':
      return listCounterparties(nftMoves)
    case 'account_events':
      return accountEvents.filter((row) => (pointer.act ?? row.kind) === row.kind).map(() => null)
    case 'dust_sent':
      return listCounterparties(sent)
    case 'reports':
      return communityEvents
        .filter(({ name }) => COMMUNITY_EVENTS[pointer.row].includes(name))
        .map(({ author }) => author)
    case 'none':
      return []
  }
}

const listCounterparties = (rows: readonly { counterparty: Party | null }[]): (Party | null)[] => [
  ...new Set(rows.map(({ counterparty }) => counterparty)),
]

/**
 * The indexer's rows of a transaction, and what it did in the contracts; `null` when the block has no
 * such transaction, or it is not sealed.
 */
export type CitedRows =
  | (RangeRows & {
      /** Cadence-owned accounts that were created or acted. */
      actedCoas: Party[]
      communityEvents: CommunityEvent[]
      hasFailed: boolean
    })
  | null

interface CitedTransaction {
  txId: string
  height: number
  /** The decoding of the score that cites it. */
  decoding: Decoding
}

/** Reads a cited transaction from a node, decoded as for the score that cites it. */
export async function readCitedTransaction(
  flow: FlowReader,
  network: Network,
  { txId, height, decoding }: CitedTransaction,
): Promise<CitedRows> {
  const block = await readBlock(flow, height)
  if (block === null || !TX_ID.test(txId)) return null
  const { blockId, status, error, events: own } = await flow.getTransactionResult(txId)
  const isFound = blockId === block.id && status === 'sealed'
  const blockRef = { height, blockId: block.id, blockTimeMs: block.timeMs }
  const events = isFound
    ? own.map((event) => ({ ...event, ...blockRef }))
    : (await searchBlock(flow, network, height)).filter((event) => event.txId === txId)
  if (events.length === 0 && !isFound) return null
  const [first, ...rest] = events.filter(({ type }) => readsEventType(decoding, type, network))
  const decoded = first && { decoded: decodeTransaction([first, ...rest], network), roles: null }
  return {
    ...buildRows(decoded === undefined ? [] : [decoded]),
    actedCoas: decoded?.decoded.coaActs.map(({ coa }) => coa) ?? [],
    communityEvents: decodeCommunityEvents(events, network),
    hasFailed: isFound && error !== null,
  }
}

/** Reads the events of a block: system transactions have the same id in every block, and a node returns only one by id. */
async function searchBlock(
  flow: FlowReader,
  network: Network,
  height: number,
): Promise<ChainEvent[]> {
  const types = [...getEventKindByType(network).keys()]
  const events = await Promise.all(types.map((type) => flow.getEvents(type, height, height)))
  return events.flat().sort((a, b) => a.eventIndex - b.eventIndex)
}

/** A signed statement or a decision of the community about an address. */
interface CommunityEvent {
  name: EventName
  address: Address
  /** Who reported or vouched; `null` for a decision. */
  author: Address | null
}

const REPORTED = 'DharmaReports.Reported'
const VOUCHED = 'DharmaReports.Vouched'

/** The events that show a reason; none for reports without a signature. */
const COMMUNITY_EVENTS: Readonly<Record<CommunityReasonCode, readonly EventName[]>> = {
  visitor_reports: [],
  reports: [REPORTED],
  trusted_reports: [REPORTED],
  vouches: [VOUCHED],
  trusted_vouches: [VOUCHED],
  freezes: ['DharmaProtection.Frozen'],
  appeals_denied: ['DharmaProtection.AppealOpened'],
}

/** Decodes the events of a transaction by which the community spoke about an address. */
function decodeCommunityEvents(events: readonly ChainEvent[], network: Network): CommunityEvent[] {
  if (CONTRACT_ADDRESSES[network].DharmaReports === undefined) return []
  const names = [...new Set(Object.values(COMMUNITY_EVENTS).flat())]
  const nameByType = new Map(names.map((name) => [buildEventTypeId(name, network), name]))
  return events.flatMap(({ type, fields }) => {
    const name = nameByType.get(type)
    const address = parseAddress(String(fields.address))
    if (name === undefined || address === null) return []
    return [{ name, address, author: parseAddress(String(fields.reporter ?? fields.voucher)) }]
  })
}
