/** A transaction on the chain that supports a reason. */
export interface Citation {
  txId: string
  height: number
  /** Its address. */
  counterparty?: string
  /** The transaction in the EVM, `0x` and 64 hex digits, and its block; absent where it moved nothing there. */
  evmHash?: string
  evmHeight?: number
}

/** A citation with what the transaction did to the wallet; scores of before 1.3.0 have none of it. */
export interface EvidenceItem extends Citation {
  /** Block time, ISO 8601. */
  time?: string
  /** `other` where nothing moved. */
  direction?: 'in' | 'out' | 'other'
  /** Decimal text; absent for an NFT. */
  amount?: string
  /** Symbol, such as 'FLOW'; not unique. */
  token?: string
}

/** The transaction alone, as statements and evidence files cite it. */
export function toCitation({
  txId,
  height,
  counterparty,
  evmHash,
  evmHeight,
}: EvidenceItem): Citation {
  return {
    txId,
    height,
    ...(counterparty !== undefined && { counterparty }),
    ...(evmHash !== undefined && { evmHash }),
    ...(evmHeight !== undefined && { evmHeight }),
  }
}
