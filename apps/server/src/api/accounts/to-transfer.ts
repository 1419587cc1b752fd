import type { Transfer } from '@app/api/schemas/account/transfer.ts'
import { formatDecimal } from '@app/values/amount.ts'
import { getTokenSymbol } from '@app/values/tokens/token-symbol.ts'
import type { TransferPosition, TransferSide } from './read-transfers.ts'

/** Converts one side of a transfer to the form of the API. */
export function toTransfer(row: TransferSide): Transfer {
  const { address, counterparty, side, is_nft: isNft } = row
  return {
    txId: row.tx_id,
    height: row.height,
    time: new Date(row.block_ms).toISOString(),
    from: side === 'out' ? address : counterparty,
    to: side === 'out' ? counterparty : address,
    kind: isNft ? 'nft' : 'token',
    amount: isNft ? String(row.units) : formatDecimal(row.units),
    token: getTokenSymbol(row.type),
  }
}

/** Formats the cursor of a page that ends with `row`. */
export const formatTransferCursor = (row: TransferSide): string =>
  [row.height, row.tx_index, row.event_index, row.split_index].join('-')

/** Parses a cursor that its schema has validated. */
export function parseTransferCursor(cursor: string): TransferPosition {
  const [height = 0, txIndex = 0, eventIndex = 0, splitIndex = 0] = cursor.split('-').map(Number)
  return { height, txIndex, eventIndex, splitIndex }
}
