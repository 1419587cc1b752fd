import type { TransactionRoles } from '@app/flow/read/chain.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { type EvmAddress, isCadenceOwned, type Party } from '@app/values/evm-address.ts'
import type {
  CoaMoveRow,
  NewCoaActRow,
  NewContractEventRow,
  NftMoveRow,
  StakeActRow,
  TransactionRow,
  TransferRow,
} from '../../db/tables/chain-tables.ts'
import { decodeOwnPlaces, type OwnMove } from './decode-own-places.ts'
import type { TokenTransfer } from './decode-token-transfers.ts'
import type { DecodedTransaction, EventRows } from './decode-transaction.ts'

/** Rows of a range of blocks, in any order. */
export interface RangeRows extends EventRows {
  /** Without those of Cadence-owned accounts. */
  transfers: TransferRow[]
  coaMoves: CoaMoveRow[]
  coaActs: NewCoaActRow[]
  nftMoves: NftMoveRow[]
  transactions: TransactionRow[]
  stakeActs: StakeActRow[]
  contractEvents: NewContractEventRow[]
}

const NO_ROWS: RangeRows = {
  transfers: [],
  coaMoves: [],
  coaActs: [],
  evmTransactions: [],
  unverifiedTransfers: [],
  evmSkips: [],
  nftMoves: [],
  accountEvents: [],
  transactions: [],
  accounts: [],
  stakeActs: [],
  childActs: [],
  contractEvents: [],
}

export function mergeRows(parts: readonly Partial<RangeRows>[]): RangeRows {
  const kinds = Object.keys(NO_ROWS) as (keyof RangeRows)[]
  const merged = kinds.map((kind) => [kind, parts.flatMap((rows): unknown[] => rows[kind] ?? [])])
  return Object.fromEntries(merged)
}

/** `roles` is `null` for a system transaction. */
export interface TransactionWithRoles {
  decoded: DecodedTransaction
  roles: TransactionRoles | null
}

export const hasRows = (transaction: DecodedTransaction): boolean =>
  hasRowsOfAccounts(transaction) ||
  transaction.transfers.length + Object.values(transaction.rows).flat().length > 0

/**
 * Returns whether the rows depend on who proposed, paid and authorized the transaction. Those of payments within
 * the EVM do not: it has senders of its own, and anybody relays their transactions.
 */
export const needsRoles = (transaction: DecodedTransaction): boolean =>
  hasRowsOfAccounts(transaction) ||
  transaction.transfers.some(({ initiator }) => initiator === null)

const hasRowsOfAccounts = ({ nftMoves, coaActs, rows }: DecodedTransaction): boolean =>
  nftMoves.length + coaActs.length + rows.accountEvents.length > 0

/** Builds the rows of decoded transactions; those of contract events are built from the events. */
export const buildRows = (transactions: readonly TransactionWithRoles[]): RangeRows =>
  mergeRows(transactions.map(buildRowsOfOne))

function buildRowsOfOne(transaction: TransactionWithRoles): Partial<RangeRows> {
  const { decoded, roles } = transaction
  const { transfers, ownMoves, stakeActs } = decodeOwnPlaces(decoded, roles)
  return {
    ...decoded.rows,
    transfers: [
      ...transfers.flatMap((transfer) => buildTransferRows(transfer, transaction)),
      ...ownMoves.map((move) => buildOwnMoveRow(move, transaction)),
    ],
    coaMoves: transfers.flatMap((transfer) => buildCoaMoveRows(transfer, transaction)),
    stakeActs,
    coaActs: buildCoaActRows(transaction),
    nftMoves: buildNftMoveRows(transaction),
    transactions: buildPartyRows(transaction),
  }
}

function buildTransferRows(
  transfer: TokenTransfer,
  { decoded, roles }: TransactionWithRoles,
): TransferRow[] {
  if (!isWithoutCoas(transfer)) return []
  const { token, units, from, to, isEmptied, isDust } = transfer
  const place = { own_place: null, is_in_evm: false }
  const common = { ...toSplitPosition(decoded, transfer), token, units, ...place }
  const out = { ...buildPayerFields(transfer, roles), is_emptied: isEmptied, is_dust: false }
  const into = { ...buildPayeeFields(transfer, roles), is_emptied: false, is_dust: isDust }
  return buildSides(common, { from, to, out, into })
}

function buildOwnMoveRow(move: OwnMove, { decoded, roles }: TransactionWithRoles): TransferRow {
  const { address, place, side, token, units, isEmptied } = move
  const sideFields = side === 'out' ? buildOutFields(address, roles) : buildInFields(address, roles)
  return {
    ...toSplitPosition(decoded, move),
    ...sideFields,
    ...{ address, side, counterparty: null, token, units, own_place: place },
    ...{ is_emptied: isEmptied, is_dust: false, is_in_evm: false },
  }
}

const isWithoutCoas = ({ from, to }: TokenTransfer): boolean => !isCoa(from) && !isCoa(to)

const isCoa = (party: Party | null): party is EvmAddress => party !== null && isCadenceOwned(party)

function buildPayerFields({ from, initiator }: TokenTransfer, roles: TransactionRoles | null) {
  if (initiator === null) return buildOutFields(from, roles)
  return { is_initiated: initiator === from, is_swept: initiator !== from }
}

function buildPayeeFields({ to, initiator }: TokenTransfer, roles: TransactionRoles | null) {
  if (initiator === null) return buildInFields(to, roles)
  return { is_initiated: initiator === to, is_swept: false }
}

function buildCoaMoveRows(
  transfer: TokenTransfer,
  { decoded, roles }: TransactionWithRoles,
): CoaMoveRow[] {
  if (isWithoutCoas(transfer)) return []
  const { from, to, initiator, token, units, evmBalance, isEmptied, isDust } = transfer
  const coas = new Set([from, to, initiator].filter(isCoa))
  return [...coas].map((address) => ({
    ...toSplitPosition(decoded, transfer),
    ...buildPayerFields(transfer, roles),
    ...{ address, sender: from, recipient: to, initiator, token, units },
    ...{ is_emptied: isEmptied, is_dust: isDust, balance_after: evmBalance },
  }))
}

/** Authorizers of one act that are noted, as many as those from whom a level is taken: a transaction can have thousands. */
const MAX_HOLDERS = 20

/** A transaction without authorizers, as the system runs it, does not show who holds anything. */
function buildCoaActRows({ decoded, roles }: TransactionWithRoles): NewCoaActRow[] {
  const authorizers = new Set(roles?.authorizers)
  authorizers.delete(ZERO_ADDRESS)
  const is_sole = authorizers.size === 1
  const noted = [...authorizers].sort().slice(0, MAX_HOLDERS)
  return decoded.coaActs.flatMap(({ coa, eventIndex }) =>
    noted.map((authorizer) => ({
      ...toPosition(decoded),
      ...{ address: coa, event_index: eventIndex, authorizer, is_sole },
    })),
  )
}

function buildNftMoveRows({ decoded, roles }: TransactionWithRoles): NftMoveRow[] {
  return decoded.nftMoves.flatMap(({ nftType: nft_type, id: nft_id, from, to, eventIndex }) => {
    const common = { ...toPosition(decoded), event_index: eventIndex, nft_type, nft_id }
    const [out, into] = [buildOutFields(from, roles), buildInFields(to, roles)]
    return buildSides(common, { from, to, out, into })
  })
}

/**
 * A transfer is swept when another account proposed its transaction. System transactions run what
 * the account scheduled itself, so their transfers are not swept.
 */
function buildOutFields(address: Party | null, roles: TransactionRoles | null) {
  const isInitiated = roles?.proposer === address
  const isBySystem = roles === null || roles.proposer === ZERO_ADDRESS
  return { is_initiated: isInitiated, is_swept: !isInitiated && !isBySystem }
}

function buildInFields(address: Party | null, roles: TransactionRoles | null) {
  return { is_initiated: roles?.proposer === address, is_swept: false }
}

interface Ends<P extends Party, Fields> {
  from: P | null
  to: P | null
  /** The fields that differ by side. */
  out: Fields
  into: Fields
}

/** Builds the row of each end that is a party. */
function buildSides<P extends Party, Common, Fields>(
  common: Common,
  { from, to, out, into }: Ends<P, Fields>,
) {
  const payer =
    from === null
      ? []
      : [{ ...common, ...out, address: from, side: 'out' as const, counterparty: to }]
  const payee =
    to === null
      ? []
      : [{ ...common, ...into, address: to, side: 'in' as const, counterparty: from }]
  return [...payer, ...payee]
}

function buildPartyRows({ decoded, roles }: TransactionWithRoles): TransactionRow[] {
  if (roles === null) return []
  const parties = new Set([roles.proposer, roles.payer, ...roles.authorizers])
  parties.delete(ZERO_ADDRESS)
  return [...parties].map((address) => ({
    ...toPosition(decoded),
    address,
    is_proposer: roles.proposer === address,
    is_payer: roles.payer === address,
    is_authorizer: roles.authorizers.includes(address),
  }))
}

const toSplitPosition = (
  decoded: DecodedTransaction,
  { eventIndex, splitIndex }: Pick<TokenTransfer, 'eventIndex' | 'splitIndex'>,
) => ({ ...toPosition(decoded), event_index: eventIndex, split_index: splitIndex })

const toPosition = ({ txId, height, txIndex, blockMs }: DecodedTransaction) => ({
  tx_id: txId,
  height,
  tx_index: txIndex,
  block_ms: blockMs,
})
