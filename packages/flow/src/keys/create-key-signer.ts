import type { Address } from '@app/values/address.ts'
import type { AccountKey } from '../read/chain.ts'
import { createSigner, type Signer, type SignerOptions } from './create-signer.ts'

/** An account and a private key of 64 hex digits. */
type KeyHolder = Pick<SignerOptions, 'privateKeyHex'> & { address: Address }

/**
 * Creates the signer of one key of an account; `null` when the private key does not belong to it.
 */
export function createKeySigner(holder: KeyHolder, key: AccountKey): Signer | null {
  const algorithms = parseAlgorithms(key)
  if (algorithms === null) return null
  const signer = createSigner({ ...holder, keyIndex: key.index, ...algorithms })
  return signer.publicKeyHex === key.publicKeyHex ? signer : null
}

type Algorithms = Required<Pick<SignerOptions, 'signatureAlgorithm' | 'hashAlgorithm'>>

function parseAlgorithms({ signatureAlgorithm, hashAlgorithm }: AccountKey): Algorithms | null {
  const isCurve = signatureAlgorithm === 'ECDSA_P256' || signatureAlgorithm === 'ECDSA_secp256k1'
  const isHash = hashAlgorithm === 'SHA2_256' || hashAlgorithm === 'SHA3_256'
  return isCurve && isHash ? { signatureAlgorithm, hashAlgorithm } : null
}
