import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import * as Rlp from 'ox/Rlp'
import * as Hash from 'ox/wasm/Hash'
import * as Secp256k1 from 'ox/wasm/Secp256k1'
import { asBytes, asUnsigned, type RlpValue, toHex } from './read-fields.ts'

// libsecp256k1 in WebAssembly recovers about 19 keys in the time of one in JavaScript.
const { recoverPublicKey } = await Secp256k1.engine()
const { keccak256 } = await Hash.engine()

/**
 * Recovers who signed a transaction, from the fields of its RLP, of which the last three are the
 * signature. `type` is its type byte (EIP-2718), `null` for a transaction from before these. Throws an
 * error when nobody's key can have made the signature.
 */
export function recoverSender(fields: readonly RlpValue[], type: number | null): EvmAddress {
  const unsigned = fields.slice(0, -3)
  const [v, r, s] = fields.slice(-3)
  if (type !== null) {
    const hash = keccak256(Buffer.concat([Uint8Array.of(type), encodeRlp(unsigned)]))
    return recoverAddress(hash, { parity: Number(asUnsigned(v)), r, s })
  }
  const { parity, chainId } = splitLegacyV(asUnsigned(v))
  const tail = chainId === null ? [] : [toMinimalBytes(chainId), new Uint8Array(), new Uint8Array()]
  return recoverAddress(keccak256(encodeRlp([...unsigned, ...tail])), { parity, r, s })
}

/** `v` is 27 or 28 before EIP-155, which made it 35 or 36 and twice the id of the chain. */
function splitLegacyV(v: bigint): { parity: number; chainId: bigint | null } {
  if (v < 35n) return { parity: Number(v - 27n), chainId: null }
  return { parity: Number((v - 35n) & 1n), chainId: (v - 35n) >> 1n }
}

interface Signature {
  parity: number
  r: RlpValue | undefined
  s: RlpValue | undefined
}

function recoverAddress(hash: Uint8Array, { parity, r, s }: Signature): EvmAddress {
  if (parity !== 0 && parity !== 1) throw new TypeError(`${parity} is no parity of a signature`)
  const signature = new Uint8Array(65)
  signature[0] = parity
  signature.set(padTo32(asBytes(r)), 1)
  signature.set(padTo32(asBytes(s)), 33)
  const publicKey = recoverPublicKey(signature, hash)
  return toEvmAddress(toHex(keccak256(publicKey.subarray(1)).subarray(12)))
}

function padTo32(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 32) throw new TypeError(`a signature has a number of ${bytes.length} bytes`)
  const padded = new Uint8Array(32)
  padded.set(bytes, 32 - bytes.length)
  return padded
}

const encodeRlp = (value: readonly RlpValue[]): Uint8Array => Rlp.from(value, { as: 'Bytes' })

function toMinimalBytes(value: bigint): Uint8Array {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
