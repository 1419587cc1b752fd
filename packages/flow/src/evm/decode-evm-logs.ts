import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import { asBytes, asEvmAddress, asList, readRlpList, toHex, toUnsigned } from './read-fields.ts'

/** What a contract reported in a transaction. Nothing in it is checked: any contract can report anything. */
export interface EvmLog {
  address: EvmAddress
  /** At most four, each 64 hex digits without 0x; the first one says which event it is. */
  topics: readonly string[]
  data: Uint8Array
}

/** What a log of `Transfer(address,address,uint256)` says. */
export interface LoggedTransfer {
  from: EvmAddress
  to: EvmAddress
  units: bigint
}

/** Hash of 'Transfer(address,address,uint256)', the event of ERC-20 and of EIP-7708. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Where the chain itself logs every movement of its own money, once EIP-7708 is active on it. */
export const NATIVE_LOG_ADDRESS = toEvmAddress('0xfffffffffffffffffffffffffffffffffffffffe')

/** Decodes the field `logs` of a transaction. Throws an error when it is not a list of logs. */
export function decodeEvmLogs(rlp: Uint8Array): EvmLog[] {
  if (rlp.length === 0) return []
  return readRlpList(rlp).map((log) => {
    const [address, topics, data, ...others] = asList(log)
    if (others.length > 0) throw new TypeError('a log has more than three parts')
    return {
      address: asEvmAddress(address),
      topics: asList(topics).map((topic) => toHex(asBytes(topic, 32))),
      data: asBytes(data),
    }
  })
}

/**
 * Reads a log with the topic of transfers; `null` when the rest is not that of ERC-20, such as the
 * log of an NFT, which has the same topic.
 */
export function parseTransferLog({ topics, data }: EvmLog): LoggedTransfer | null {
  const [, from, to] = topics
  if (from === undefined || to === undefined || topics.length !== 3 || data.length !== 32)
    return null
  if (!isAddressTopic(from) || !isAddressTopic(to)) return null
  return {
    from: toEvmAddress(from.slice(24)),
    to: toEvmAddress(to.slice(24)),
    units: toUnsigned(data),
  }
}

const isAddressTopic = (topic: string): boolean => topic.startsWith(ADDRESS_PADDING)

const ADDRESS_PADDING = '0'.repeat(24)
