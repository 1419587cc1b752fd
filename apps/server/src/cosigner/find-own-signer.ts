import { createKeySigner } from '@app/flow/keys/create-key-signer.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/keys/full-weight.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'

/**
 * Finds the DAO's key that belongs to the private key. Throws `RetryableError`, since a handover may
 * still name this key, when there is none, and `FatalError` for a key that could sign alone.
 */
export function findOwnSigner(
  privateKeyHex: string,
  { dao, keys }: { dao: Address; keys: readonly AccountKey[] },
): Signer {
  for (const key of keys) {
    const signer = createKeySigner({ address: dao, privateKeyHex }, key)
    if (signer === null) continue
    if (key.weight < FULL_WEIGHT) return signer
    throw new FatalError(
      `Key ${key.index} of the DAO ${dao} could sign alone: give it keys of which two must sign.`,
    )
  }
  throw new RetryableError(
    `The private key of this signer matches no key of the DAO ${dao}: correct DHARMA_COSIGNER_KEY.`,
  )
}
