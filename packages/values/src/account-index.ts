import type { Address } from './address.ts'
import { toAddress } from './address.ts'
import { NETWORKS, type Network } from './network.ts'

/** Bits of an account index (k) and of an address (n) in Flow's [64, 45, 7] linear code. */
const INDEX_BITS = 45
const ADDRESS_BITS = 64

const MAX_INDEX = 2 ** INDEX_BITS - 1
const TWO_32 = 2 ** 32

/** A 64-bit word as two unsigned halves: bit operations on numbers are much faster than on bigints. */
interface Word {
  high: number
  low: number
}

/** Rows of the code's generator matrix, from index bit 0 on. Source: flow-go `model/flow/address.go`. */
const GENERATOR = toWords(`
  e467b9dd11fa00df f233dcee88fe0abe f919ee77447b7497 fc8cf73ba23a260d fe467b9dd11ee2a1
  ff233dcee888d807 ff919ee774476ce6 7fc8cf73ba231d10 3fe467b9dd11b183 1ff233dcee8f96d6
  8ff919ee774757ba 47fc8cf73ba2b331 23fe467b9dd27f6c 11ff233dceee8e82 88ff919ee775dd8f
  447fc8cf73b905e4 a23fe467b9de0d83 d11ff233dce8d5a7 e88ff919ee73c38a 7447fc8cf73f171f
  ba23fe467b9dcb2b dd11ff233dcb0cb4 ee88ff919ee26c5d 77447fc8cf775dd3 3ba23fe467b9b5a1
  9dd11ff233d9117a cee88ff919efa640 e77447fc8cf3e297 73ba23fe467fabd2 b9dd11ff233fb16c
  dcee88ff919adde7 ee77447fc8ceb196 f73ba23fe4621cd0 7b9dd11ff2379ac3 3dcee88ff91df46c
  9ee77447fc88e702 cf73ba23fe4131b6 67b9dd11ff240f9a 33dcee88ff90f9e0 19ee77447fcff4e3
  8cf73ba23fe64091 467b9dd11ff115c7 233dcee88ffdb735 919ee77447fe2309 c8cf73ba23fdc736`)

/** Inverse of the generator's first 45 columns, from address bit 19 on. Source: as above. */
const INVERSE = toWords(`
  14b4ae9336c9 1a5a57499b64 0d2d2ba4cdb2 069695d266d9 134b4ae9336c 09a5a57499b6 04d2d2ba4cdb
  1269695d266d 1934b4ae9336 0c9a5a57499b 164d2d2ba4cd 1b269695d266 0d934b4ae933 16c9a5a57499
  1b64d2d2ba4c 0db269695d26 06d934b4ae93 136c9a5a5749 19b64d2d2ba4 0cdb269695d2 066d934b4ae9
  1336c9a5a574 099b64d2d2ba 04cdb269695d 1266d934b4ae 09336c9a5a57 1499b64d2d2b 1a4cdb269695
  1d266d934b4a 0e9336c9a5a5 17499b64d2d2 0ba4cdb26969 15d266d934b4 0ae9336c9a5a 057499b64d2d
  12ba4cdb2696 095d266d934b 14ae9336c9a5 1a57499b64d2 0d2ba4cdb269 1695d266d934 0b4ae9336c9a
  05a57499b64d 12d2ba4cdb26 09695d266d93`)

/**
 * Returns the position of an account in the creation order of its network (1 is the service
 * account), or `null` when the address is not valid on this network: mistyped, of another network,
 * or zero. The account may not exist yet.
 */
export function toAccountIndex(address: Address, network: Network): number | null {
  const codeWord = xor(toWord(address.slice(2)), NETWORKS[network].addressCodeWord)
  const index = multiply(toTopIndexBits(codeWord), INVERSE)
  // Any 45 bits decode to some index; only a code word encodes back to all of its 64 bits.
  const encoded = multiply(index, GENERATOR)
  if (encoded.high !== codeWord.high || encoded.low !== codeWord.low) return null
  return index.high * TWO_32 + index.low || null
}

/**
 * Computes the address of the `index`-th account (from 1) of a network. Throws `RangeError` outside
 * 1 … 2⁴⁵ − 1.
 */
export function computeAddressAtIndex(index: number, network: Network): Address {
  if (!Number.isInteger(index) || index < 1 || index > MAX_INDEX) {
    throw new RangeError(`account index ${index} is not an integer from 1 to ${MAX_INDEX}`)
  }
  const word = { high: Math.floor(index / TWO_32), low: index >>> 0 }
  const { high, low } = xor(multiply(word, GENERATOR), NETWORKS[network].addressCodeWord)
  return toAddress(toHex(high) + toHex(low))
}

/** Multiplies a row vector by a matrix, given by its rows, over GF(2). */
function multiply(vector: Word, rows: readonly Word[]): Word {
  let high = 0
  let low = 0
  for (const [bit, row] of rows.entries()) {
    const half = bit < 32 ? vector.low : vector.high
    if (((half >>> (bit % 32)) & 1) === 0) continue
    high ^= row.high
    low ^= row.low
  }
  return { high: high >>> 0, low: low >>> 0 }
}

function toTopIndexBits({ high, low }: Word): Word {
  const dropped = ADDRESS_BITS - INDEX_BITS
  return { high: high >>> dropped, low: ((high << (32 - dropped)) | (low >>> dropped)) >>> 0 }
}

function xor(a: Word, b: Word): Word {
  return { high: (a.high ^ b.high) >>> 0, low: (a.low ^ b.low) >>> 0 }
}

function toWords(rows: string): Word[] {
  return rows.trim().split(/\s+/).map(toWord)
}

function toWord(hex: string): Word {
  return { high: Number.parseInt(hex.slice(0, -8), 16), low: Number.parseInt(hex.slice(-8), 16) }
}

function toHex(half: number): string {
  return half.toString(16).padStart(8, '0')
}
