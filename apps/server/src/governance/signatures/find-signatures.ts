import { prependDomainTag } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT, verifySignature } from '@app/flow/proof/verify-signatures.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import type { StoredSignature } from '../../db/tables/dao-tables.ts'

/** r and s in hex. */
const SIGNATURE = /^[0-9a-f]{128}$/i

/**
 * Finds the signatures of a text by the keys of an account among the arguments of a transaction,
 * whatever their order, as hex or as bytes: each key once, in the order of the keys. Revoked keys
 * are left out unless the others are not enough: the same public key may be at another index, and a
 * key may have been revoked after the message was accepted.
 */
export function findSignatures(
  args: readonly unknown[],
  keys: readonly AccountKey[],
  text: string,
): StoredSignature[] {
  const message = prependDomainTag('FLOW-V0.0-user', new TextEncoder().encode(text))
  const candidates = [...new Set(listTexts(args).filter((value) => SIGNATURE.test(value)))]
  const findByKeys = (some: readonly AccountKey[]) =>
    some.flatMap((key) => {
      const signature = candidates.find((candidate) => verifySignature(key, message, candidate))
      return signature === undefined ? [] : [toStoredSignature(key, signature.toLowerCase())]
    })
  const byUnrevoked = findByKeys(keys.filter(({ isRevoked }) => !isRevoked))
  const weight = byUnrevoked.reduce((sum, signature) => sum + signature.weight, 0)
  return weight >= FULL_WEIGHT ? byUnrevoked : findByKeys(keys)
}

/** Lists all texts, and bytes as hex, in decoded arguments, also inside of other values. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (isBytes(value)) return [Buffer.from(value.map(Number)).toString('hex')]
  return Object.values(value).flatMap(listTexts)
}

const isBytes = (value: object): value is bigint[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'bigint' && item >= 0n && item < 256n)

/** Returns a signature, r and s in hex, with the key that made it. */
export const toStoredSignature = (key: AccountKey, signature: string): StoredSignature => ({
  keyIndex: key.index,
  publicKey: key.publicKeyHex,
  signatureAlgorithm: key.signatureAlgorithm,
  hashAlgorithm: key.hashAlgorithm,
  weight: key.weight,
  signature,
})
