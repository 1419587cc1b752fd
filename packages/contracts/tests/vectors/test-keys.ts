import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { type Address, ZERO_ADDRESS } from '@app/values/address.ts'

const KEY_COUNT = 12

/** Creates a signer for tests: the private key of number n is n, so that Cadence can use it too. */
export function createTestSigner(privateKey: number, address: Address, keyIndex = 1): Signer {
  const privateKeyHex = privateKey.toString(16).padStart(64, '0')
  return createSigner({ address, keyIndex, privateKeyHex })
}

/**
 * Renders the public keys (ECDSA_P256, x and y in hex) of the private keys 1, 2, 3 …, one per line,
 * for the Cadence tests.
 */
export function renderTestKeys(): string {
  const keys = Array.from({ length: KEY_COUNT }, (_, index) => createTestSigner(index + 1, ZERO_ADDRESS))
  return keys.map((key) => `${key.publicKeyHex}\n`).join('')
}
