import type { TransactionRoles } from '@app/flow/read/chain.ts'
import { accountIndexOf } from '@app/values/account-index.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type {
  AccountEventRow,
  AccountRow,
  NftMoveRow,
  TransactionRow,
  TransferRow,
} from '../../db/chain-tables.ts'
import type { DecodedTransaction } from './decode-transaction.ts'

/** Rows of a range of blocks, of no particular order. */
export interface RangeRows {
  transfers: TransferRow[]
  nftMoves: NftMoveRow[]
  accountEvents: AccountEventRow[]
  transactions: TransactionRow[]
  accounts: AccountRow[]
}

/** A transaction and who had which part in it; `null` for one that the chain itself ran. */
export interface KnownTransaction {
  decoded: DecodedTransaction
  roles: TransactionRoles | null
}

/** Proposer of what the chain itself runs, such as scheduled transactions. */
const NOBODY = toAddress('0x0000000000000000')

/** Whether anything of a transaction is kept; its roles matter only then. */
export function hasRows({ transfers, nftMoves, accountEvents }: DecodedTransaction): boolean {
  return transfers.length + nftMoves.length + accountEvents.length > 0
}

export function buildRows(transactions: readonly KnownTransaction[], network: Network): RangeRows {
  return {
    transfers: transactions.flatMap(transferRows),
    nftMoves: transactions.flatMap(nftMoveRows),
    accountEvents: transactions.flatMap(accountEventRows),
    transactions: transactions.flatMap(transactionRows),
    accounts: transactions.flatMap((transaction) => accountRows(transaction, network)),
  }
}

function transferRows({ decoded, roles }: KnownTransaction): TransferRow[] {
  return decoded.transfers.flatMap((transfer) => {
    const { token, units, part, from, to, eventIndex } = transfer
    const common = { ...placeOf(decoded), event_index: eventIndex, part, token, units }
    return [
      ...sideRow(from, {
        ...common,
        ...outOf(from, roles),
        counterparty: to,
        is_emptied: transfer.isEmptied,
        is_dust: false,
      }),
      ...sideRow(to, {
        ...common,
        ...into(to, roles),
        counterparty: from,
        is_emptied: false,
        is_dust: transfer.isDust,
      }),
    ]
  })
}

function nftMoveRows({ decoded, roles }: KnownTransaction): NftMoveRow[] {
  return decoded.nftMoves.flatMap(({ nftType, id, from, to, eventIndex }) => {
    const common = {
      ...placeOf(decoded),
      event_index: eventIndex,
      nft_type: nftType,
      nft_id: id,
    }
    return [
      ...sideRow(from, { ...common, ...outOf(from, roles), counterparty: to }),
      ...sideRow(to, { ...common, ...into(to, roles), counterparty: from }),
    ]
  })
}

/**
 * Swept: gone in a transaction that somebody else proposed. What the chain itself ran was scheduled
 * by the account, so it is not.
 */
function outOf(address: Address | null, roles: TransactionRoles | null) {
  const isInitiated = roles?.proposer === address
  const isByNobody = roles === null || roles.proposer === NOBODY
  return { side: 'out' as const, is_initiated: isInitiated, is_swept: !isInitiated && !isByNobody }
}

function into(address: Address | null, roles: TransactionRoles | null) {
  return { side: 'in' as const, is_initiated: roles?.proposer === address, is_swept: false }
}

function sideRow<T>(address: Address | null, row: T): (T & { address: Address })[] {
  return address === null ? [] : [{ ...row, address }]
}

function accountEventRows({ decoded }: KnownTransaction): AccountEventRow[] {
  return decoded.accountEvents.map(({ address, kind, subject, eventIndex }) => ({
    ...placeOf(decoded),
    address,
    event_index: eventIndex,
    kind,
    subject,
  }))
}

function transactionRows({ decoded, roles }: KnownTransaction): TransactionRow[] {
  if (roles === null) return []
  const parties = new Set([roles.proposer, roles.payer, ...roles.authorizers])
  parties.delete(NOBODY)
  return [...parties].map((address) => ({
    ...placeOf(decoded),
    address,
    is_proposer: roles.proposer === address,
    is_payer: roles.payer === address,
    is_authorizer: roles.authorizers.includes(address),
  }))
}

function accountRows({ decoded }: KnownTransaction, network: Network): AccountRow[] {
  return decoded.accountEvents.flatMap(({ kind, address }) => {
    const creationIndex = kind === 'account_created' ? accountIndexOf(address, network) : null
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

function placeOf({ txId, height, txIndex, blockMs }: DecodedTransaction) {
  return { tx_id: txId, height, tx_index: txIndex, block_ms: blockMs }
}
