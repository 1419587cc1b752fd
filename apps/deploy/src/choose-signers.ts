import { CURVES, createSigner, HASHES, type Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { SigningAccount } from './settings.ts'

/**
 * Returns signers for the private keys, as many as needed to sign for the account, with index, curve and hash
 * from the account. Throws `FatalError` when a key does not belong to the account, is revoked, or when the total
 * weight is too low.
 */
export function chooseSigners(
  account: Account,
  { privateKeysHex, source }: Pick<SigningAccount, 'privateKeysHex' | 'source'>,
): readonly [Signer, ...Signer[]] {
  const found = privateKeysHex.map((key) => findHeaviestKey(account, key, source))
  const distinct = [...new Map(found.map((one) => [one.key.index, one])).values()]
  const [first, ...others] = distinct.toSorted(byWeight)
  const weight = distinct.reduce((sum, { key }) => sum + key.weight, 0)
  if (first === undefined || weight < FULL_WEIGHT) {
    throw new FatalError(
      `The keys of ${source} weigh ${weight} of the ${FULL_WEIGHT} required to sign for ${account.address}: add more of its keys, separated by commas.`,
    )
  }
  if (first.key.weight >= FULL_WEIGHT) return [first.signer]
  return [first.signer, ...others.map(({ signer }) => signer)]
}

interface MatchedKey {
  key: AccountKey
  signer: Signer
}

const byWeight = (a: MatchedKey, b: MatchedKey): number => b.key.weight - a.key.weight

function findHeaviestKey(account: Account, privateKeyHex: string, source: string): MatchedKey {
  const { address, keys } = account
  const found = keys.flatMap((key): MatchedKey[] => {
    const { index: keyIndex, signatureAlgorithm, hashAlgorithm } = key
    if (!isKnown(CURVES, signatureAlgorithm) || !isKnown(HASHES, hashAlgorithm)) return []
    const algorithms = { signatureAlgorithm, hashAlgorithm }
    const signer = createSigner({ address, keyIndex, privateKeyHex, ...algorithms })
    return signer.publicKeyHex === key.publicKeyHex ? [{ key, signer }] : []
  })
  if (found.length === 0) {
    throw new FatalError(
      `A private key of ${source} belongs to none of the ${keys.length} keys of ${address}: check key and address.`,
    )
  }
  const [heaviest] = found.filter(({ key }) => !key.isRevoked).toSorted(byWeight)
  if (heaviest !== undefined) return heaviest
  throw new FatalError(
    `Key ${found[0]?.key.index} of ${address} is revoked: set another one in ${source}.`,
  )
}

const isKnown = <T extends object>(algorithms: T, name: string): name is keyof T & string =>
  name in algorithms
