import {
  CURVES,
  createSigner,
  HASHES,
  type HashAlgorithm,
  type SignatureAlgorithm,
  type Signer,
} from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { SigningAccount } from './settings.ts'

type PrivateKeys = Pick<SigningAccount, 'privateKeysHex' | 'source'>

/**
 * Returns signers for the private keys, as many as needed to sign for the account, with index, curve and hash
 * from the account. Throws `FatalError` when a key does not belong to the account, is revoked, or when the total
 * weight is too low.
 */
export function chooseSigners(account: Account, keys: PrivateKeys): readonly [Signer, ...Signer[]] {
  const found = keys.privateKeysHex.map((key) => findHeaviestKey(account, key, keys.source))
  const distinct = [...new Map(found.map((one) => [one.key.index, one])).values()]
  const [first, ...others] = distinct.toSorted((a, b) => b.key.weight - a.key.weight)
  const weight = distinct.reduce((sum, { key }) => sum + key.weight, 0)
  if (first === undefined || weight < FULL_WEIGHT) {
    throw new FatalError(
      `The keys of ${keys.source} weigh ${weight} of the ${FULL_WEIGHT} required to sign for ${account.address}: add more of its keys, separated by commas.`,
    )
  }
  if (first.key.weight >= FULL_WEIGHT) return [first.signer]
  return [first.signer, ...others.map(({ signer }) => signer)]
}

interface MatchedKey {
  key: AccountKey
  signer: Signer
}

function findHeaviestKey(account: Account, privateKeyHex: string, source: string): MatchedKey {
  const found = account.keys.flatMap((key) => matchKey(account, key, privateKeyHex))
  if (found.length === 0) {
    throw new FatalError(
      `A private key of ${source} belongs to none of the ${account.keys.length} keys of ${account.address}: check key and address.`,
    )
  }
  const active = found.filter(({ key }) => !key.isRevoked)
  const [heaviest] = active.toSorted((a, b) => b.key.weight - a.key.weight)
  if (heaviest !== undefined) return heaviest
  throw new FatalError(
    `Key ${found[0]?.key.index} of ${account.address} is revoked: set another one in ${source}.`,
  )
}

/** Returns the key with its signer if the private key belongs to it, otherwise an empty list. */
function matchKey({ address }: Account, key: AccountKey, privateKeyHex: string): MatchedKey[] {
  const { signatureAlgorithm, hashAlgorithm, index: keyIndex } = key
  if (!isCurve(signatureAlgorithm) || !isHash(hashAlgorithm)) return []
  const algorithms = { signatureAlgorithm, hashAlgorithm }
  const signer = createSigner({ address, keyIndex, privateKeyHex, ...algorithms })
  return signer.publicKeyHex === key.publicKeyHex ? [{ key, signer }] : []
}

const isCurve = (name: string): name is SignatureAlgorithm => name in CURVES
const isHash = (name: string): name is HashAlgorithm => name in HASHES
