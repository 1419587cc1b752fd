import { prependDomainTag } from '@app/flow/keys/domain-tag.ts'
import { verifySignature } from '@app/flow/keys/verify-signature.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import type { StoredSignature } from '../../db/tables/dao-tables.ts'

/** r and s in hex. */
const SIGNATURE = /^[0-9a-f]{128}$/i

/**
 * Finds the signatures of a text by the keys of an account among the arguments of a transaction,
 * whatever their order: each key once, in the order of the keys.
 */
export function findSignatures(
  args: readonly unknown[],
  keys: readonly AccountKey[],
  text: string,
): StoredSignature[] {
  const message = prependDomainTag('FLOW-V0.0-user', new TextEncoder().encode(text))
  const candidates = [...new Set(listTexts(args).filter((value) => SIGNATURE.test(value)))]
  return keys.flatMap((key) => {
    const signature = candidates.find((candidate) => verifySignature(key, message, candidate))
    return signature === undefined ? [] : [toStoredSignature(key, signature.toLowerCase())]
  })
}

/** Lists all texts in decoded arguments, also inside of arrays, dictionaries and structs. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTexts)
}

const toStoredSignature = (key: AccountKey, signature: string): StoredSignature => ({
  keyIndex: key.index,
  publicKey: key.publicKeyHex,
  signatureAlgorithm: key.signatureAlgorithm,
  hashAlgorithm: key.hashAlgorithm,
  weight: key.weight,
  signature,
})
