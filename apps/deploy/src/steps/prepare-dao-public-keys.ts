import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_KEY_COUNT } from '@app/values/limits.ts'
import type { DaoSettings } from '../command/load-settings.ts'

/**
 * Returns the public keys for a new DAO account. With `createMissing`, creates missing key files with a new
 * private key and mode 600. Throws `FatalError` unless the number of different keys is what the DAO needs.
 */
export async function prepareDaoPublicKeys(
  { publicKeysHex, keyFiles }: DaoSettings,
  createMissing: boolean,
): Promise<readonly string[]> {
  if (publicKeysHex !== null) return requireDistinctKeys(publicKeysHex, 'DHARMA_DAO_PUBLIC_KEYS')
  const files = requireDistinctKeys(keyFiles, 'DHARMA_DAO_KEY_FILES')
  const missing = files.filter((file) => !existsSync(file))
  if (createMissing) for (const file of missing) await createKeyFile(file)
  const existing = files.filter((file) => existsSync(file)).map(derivePublicKey)
  return createMissing ? requireDistinctKeys(existing, 'DHARMA_DAO_KEY_FILES') : existing
}

function requireDistinctKeys(keys: readonly string[], variable: string): readonly string[] {
  const count = new Set(keys).size
  if (count === DAO_KEY_COUNT && keys.length === DAO_KEY_COUNT) return keys
  throw new FatalError(
    `The DAO needs ${DAO_KEY_COUNT} different keys, of which two sign: ${variable} has ${count}.`,
  )
}

async function createKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
}

function derivePublicKey(file: string): string {
  const privateKeyHex = readKeyFile(file)
  try {
    // Any address will do: only the public key of the signer is used.
    return createSigner({ address: ZERO_ADDRESS, keyIndex: 0, privateKeyHex }).publicKeyHex
  } catch {
    throw new FatalError(`The file ${file} does not contain a private key of 64 hex digits.`)
  }
}
