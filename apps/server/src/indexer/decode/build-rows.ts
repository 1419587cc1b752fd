import type { TransactionRoles } from '@app/flow/read/chain.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { type Address, ZERO_ADDRESS } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type {
  AccountEventRow,
  AccountRow,
  NewContractEventRow,
  NftMoveRow,
  TransactionRow,
  TransferRow,
} from '../../db/tables/chain-tables.ts'
import type { DecodedTransaction } from './decode-transaction.ts'

/** Rows of transactions, in any order. */
export interface TransactionRows {
  transfers: TransferRow[]
  nftMoves: NftMoveRow[]
  accountEvents: AccountEventRow[]
  transactions: TransactionRow[]
  accounts: AccountRow[]
}

/** Rows of a range of blocks, in any order. */
export interface RangeRows extends TransactionRows {
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

/** Returns whether the transaction produces rows; only then its roles are needed. */
export function hasRows({ transfers, nftMoves, accountEvents }: DecodedTransaction): boolean {
  return transfers.length + nftMoves.length + accountEvents.length > 0
}

/** Builds the rows of decoded transactions; those of contract events are built from the events. */
export function buildRows(
  transactions: readonly TransactionWithRoles[],
  network: Network,
): TransactionRows {
  return {
    transfers: transactions.flatMap(buildTransferRows),
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
    nftMoves: ranges.flatMap(({ nftMoves }) => nftMoves),
    accountEvents: ranges.flatMap(({ accountEvents }) => accountEvents),
    transactions: ranges.flatMap(({ transactions }) => transactions),
    accounts: ranges.flatMap(({ accounts }) => accounts),
    contractEvents: ranges.flatMap(({ contractEvents }) => contractEvents),
  }
}

function buildTransferRows({ decoded, roles }: TransactionWithRoles): TransferRow[] {
  return decoded.transfers.flatMap((transfer) => {
    const { token, units, splitIndex: split_index, from, to, eventIndex } = transfer
    const common = { ...toPosition(decoded), event_index: eventIndex, split_index, token, units }
    return [
      ...buildSideRow(from, {
        ...common,
        ...buildOutFields(from, roles),
        counterparty: to,
        is_emptied: transfer.isEmptied,
        is_dust: false,
      }),
      ...buildSideRow(to, {
        ...common,
        ...buildInFields(to, roles),
        counterparty: from,
        is_emptied: false,
        is_dust: transfer.isDust,
      }),
    ]
  })
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
      ...buildSideRow(from, { ...common, ...buildOutFields(from, roles), counterparty: to }),
      ...buildSideRow(to, { ...common, ...buildInFields(to, roles), counterparty: from }),
    ]
  })
}

/**
 * A transfer is swept when another account proposed its transaction. System transactions run what
 * the account scheduled itself, so their transfers are not swept.
 */
function buildOutFields(address: Address | null, roles: TransactionRoles | null) {
  const isInitiated = roles?.proposer === address
  const isBySystem = roles === null || roles.proposer === ZERO_ADDRESS
  return { side: 'out' as const, is_initiated: isInitiated, is_swept: !isInitiated && !isBySystem }
}

function buildInFields(address: Address | null, roles: TransactionRoles | null) {
  return { side: 'in' as const, is_initiated: roles?.proposer === address, is_swept: false }
}

function buildSideRow<T>(address: Address | null, row: T): (T & { address: Address })[] {
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

function toPosition({ txId, height, txIndex, blockMs }: DecodedTransaction) {
  return { tx_id: txId, height, tx_index: txIndex, block_ms: blockMs }
}
