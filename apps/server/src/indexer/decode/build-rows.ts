import type { TransactionRoles } from '@app/flow/read/chain.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { type EvmAddress, isCadenceOwned, type Party } from '@app/values/evm-address.ts'
import type { Network } from '@app/values/network.ts'
import type {
  AccountEventRow,
  AccountRow,
  ChildActRow,
  CoaMoveRow,
  EvmTransactionRow,
  NewCoaActRow,
  NewContractEventRow,
  NftMoveRow,
  StakeActRow,
  TransactionRow,
  TransferRow,
} from '../../db/tables/chain-tables.ts'
import { decodeOwnPlaces, type OwnMove } from './decode-own-places.ts'
import type { TokenTransfer } from './decode-token-transfers.ts'
import type { DecodedTransaction } from './decode-transaction.ts'

/** Rows of transactions, in any order. */
export interface TransactionRows {
  /** Without those of Cadence-owned accounts. */
  transfers: TransferRow[]
  coaMoves: CoaMoveRow[]
  coaActs: NewCoaActRow[]
  evmTransactions: EvmTransactionRow[]
  evmSkips: { height: number; count: number }[]
  nftMoves: NftMoveRow[]
  accountEvents: AccountEventRow[]
  transactions: TransactionRow[]
  accounts: AccountRow[]
  stakeActs: StakeActRow[]
}

/** Rows of a range of blocks, in any order. */
export interface RangeRows extends TransactionRows {
  childActs: ChildActRow[]
  contractEvents: NewContractEventRow[]
}

/**
 * A transaction with its proposer, payer and authorizers; `roles` is `null` for a system
 * transaction.
 */
export interface TransactionWithRoles {
  decoded: DecodedTransaction
  roles: TransactionRoles | null
}

/** Returns whether the transaction produces rows. */
export function hasRows(transaction: DecodedTransaction): boolean {
  const { transfers, skippedInEvm } = transaction
  return hasRowsOfAccounts(transaction) || transfers.length + skippedInEvm > 0
}

/**
 * Returns whether the rows depend on who proposed, paid and authorized the transaction. Those of payments within
 * the EVM do not: it has senders of its own, and anybody relays their transactions.
 */
export function needsRoles(transaction: DecodedTransaction): boolean {
  return (
    hasRowsOfAccounts(transaction) ||
    transaction.transfers.some(({ initiator }) => initiator === null)
  )
}

const hasRowsOfAccounts = ({ nftMoves, accountEvents, coaActs }: DecodedTransaction): boolean =>
  nftMoves.length + accountEvents.length + coaActs.length > 0

/** Builds the rows of decoded transactions; those of contract events are built from the events. */
export function buildRows(
  transactions: readonly TransactionWithRoles[],
  network: Network,
): TransactionRows {
  return {
    ...buildTokenRows(transactions),
    coaActs: transactions.flatMap(buildCoaActRows),
    evmTransactions: transactions.flatMap(buildEvmTransactionRows),
    evmSkips: transactions.flatMap(({ decoded: { height, skippedInEvm: count } }) =>
      count === 0 ? [] : [{ height, count }],
    ),
    nftMoves: transactions.flatMap(buildNftMoveRows),
    accountEvents: transactions.flatMap(buildAccountEventRows),
    transactions: transactions.flatMap(buildTransactionRows),
    accounts: transactions.flatMap((transaction) => buildAccountRows(transaction, network)),
  }
}

/** Joins the rows of several ranges. */
export function mergeRows(ranges: readonly RangeRows[]): RangeRows {
  return {
    transfers: ranges.flatMap(({ transfers }) => transfers),
    coaMoves: ranges.flatMap(({ coaMoves }) => coaMoves),
    coaActs: ranges.flatMap(({ coaActs }) => coaActs),
    evmTransactions: ranges.flatMap(({ evmTransactions }) => evmTransactions),
    evmSkips: ranges.flatMap(({ evmSkips }) => evmSkips),
    nftMoves: ranges.flatMap(({ nftMoves }) => nftMoves),
    accountEvents: ranges.flatMap(({ accountEvents }) => accountEvents),
    transactions: ranges.flatMap(({ transactions }) => transactions),
    accounts: ranges.flatMap(({ accounts }) => accounts),
    stakeActs: ranges.flatMap(({ stakeActs }) => stakeActs),
    childActs: ranges.flatMap(({ childActs }) => childActs),
    contractEvents: ranges.flatMap(({ contractEvents }) => contractEvents),
  }
}

/** Builds the rows of the steps that link accounts, which need no roles. */
export function buildChildActRows(transactions: readonly DecodedTransaction[]): ChildActRow[] {
  return transactions.flatMap((decoded) =>
    decoded.childActs.map(({ child, parent, kind, eventIndex }) => {
      const { height, txIndex: tx_index, blockMs: block_ms } = decoded
      return { child, parent, kind, height, tx_index, event_index: eventIndex, block_ms }
    }),
  )
}

type TokenRows = Pick<TransactionRows, 'transfers' | 'coaMoves' | 'stakeActs'>

function buildTokenRows(transactions: readonly TransactionWithRoles[]): TokenRows {
  const rows: TokenRows = { transfers: [], coaMoves: [], stakeActs: [] }
  for (const transaction of transactions) {
    const { decoded, roles } = transaction
    const { transfers, ownMoves, stakeActs } = decodeOwnPlaces(decoded, roles)
    rows.transfers.push(
      ...transfers.flatMap((transfer) => buildTransferRows(transfer, transaction)),
      ...ownMoves.map((move) => buildOwnMoveRow(move, transaction)),
    )
    rows.coaMoves.push(...transfers.flatMap((transfer) => buildCoaMoveRows(transfer, transaction)))
    const { height, txIndex: tx_index, blockMs: block_ms } = decoded
    rows.stakeActs.push(
      ...stakeActs.map(({ stake, address, isSole, eventIndex, splitIndex }) => {
        const position = { height, tx_index, event_index: eventIndex, split_index: splitIndex }
        return { stake, address, ...position, block_ms, is_sole: isSole }
      }),
    )
  }
  return rows
}

function buildTransferRows(
  transfer: TokenTransfer,
  { decoded, roles }: TransactionWithRoles,
): TransferRow[] {
  if (!isWithoutCoas(transfer)) return []
  const { token, units, from, to } = transfer
  const place = { own_place: null, is_in_evm: false }
  const common = { ...toSplitPosition(decoded, transfer), token, units, ...place }
  return [
    ...buildSideRow(from, {
      ...common,
      ...buildPayerFields(transfer, roles),
      side: 'out' as const,
      counterparty: to,
      is_emptied: transfer.isEmptied,
      is_dust: false,
    }),
    ...buildSideRow(to, {
      ...common,
      ...buildPayeeFields(transfer, roles),
      side: 'in' as const,
      counterparty: from,
      is_emptied: false,
      is_dust: transfer.isDust,
    }),
  ]
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

function buildEvmTransactionRows({ decoded }: TransactionWithRoles): EvmTransactionRow[] {
  const { height, txIndex } = decoded
  return decoded.evmTransactions.map((transaction) => ({
    ...{ height, tx_index: txIndex, event_index: transaction.eventIndex },
    evm_hash: transaction.hash,
    evm_height: transaction.height,
    evm_index: transaction.index,
  }))
}

function buildNftMoveRows({ decoded, roles }: TransactionWithRoles): NftMoveRow[] {
  return decoded.nftMoves.flatMap(({ nftType, id, from, to, eventIndex }) => {
    const common = {
      ...toPosition(decoded),
      event_index: eventIndex,
      nft_type: nftType,
      nft_id: id,
    }
    return [
      ...buildSideRow(from, {
        ...common,
        ...buildOutFields(from, roles),
        side: 'out' as const,
        counterparty: to,
      }),
      ...buildSideRow(to, {
        ...common,
        ...buildInFields(to, roles),
        side: 'in' as const,
        counterparty: from,
      }),
    ]
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

function buildSideRow<T, P extends Party>(address: P | null, row: T): (T & { address: P })[] {
  return address === null ? [] : [{ ...row, address }]
}

function buildAccountEventRows({ decoded }: TransactionWithRoles): AccountEventRow[] {
  return decoded.accountEvents.map(({ address, kind, detail, eventIndex }) => ({
    ...toPosition(decoded),
    address,
    event_index: eventIndex,
    kind,
    detail,
  }))
}

function buildTransactionRows({ decoded, roles }: TransactionWithRoles): TransactionRow[] {
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

function buildAccountRows({ decoded }: TransactionWithRoles, network: Network): AccountRow[] {
  return decoded.accountEvents.flatMap(({ kind, address }) => {
    const creationIndex = kind === 'account_created' ? toAccountIndex(address, network) : null
    if (creationIndex === null) return []
    const { height, blockMs } = decoded
    return [
      {
        address,
        creation_index: creationIndex,
        created_height: height,
        created_ms: blockMs,
      },
    ]
  })
}

const toSplitPosition = (
  decoded: DecodedTransaction,
  { eventIndex, splitIndex }: Pick<TokenTransfer, 'eventIndex' | 'splitIndex'>,
) => ({ ...toPosition(decoded), event_index: eventIndex, split_index: splitIndex })

function toPosition({ txId, height, txIndex, blockMs }: DecodedTransaction) {
  return { tx_id: txId, height, tx_index: txIndex, block_ms: blockMs }
}
