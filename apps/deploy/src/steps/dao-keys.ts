import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_KEYS } from '@app/values/limits.ts'
import type { DaoSettings } from '../command/take-settings.ts'

/**
 * Public keys for an account that is opened for the DAO. Key files that are not there yet are made, with a
 * private key of mode 600, when `makesKeys`. Throws `FatalError` when they are not as many different
 * ones as the DAO needs.
 */
export async function openDaoKeys(
  { publicKeysHex, keyFiles }: DaoSettings,
  makesKeys: boolean,
): Promise<readonly string[]> {
  if (publicKeysHex !== null) return expectDifferent(publicKeysHex, 'DHARMA_DAO_PUBLIC_KEYS')
  const files = expectDifferent(keyFiles, 'DHARMA_DAO_KEY_FILES')
  const missing = files.filter((file) => !existsSync(file))
  if (makesKeys) for (const file of missing) await makeKeyFile(file)
  const made = files.filter((file) => existsSync(file)).map(publicKeyOf)
  return makesKeys ? expectDifferent(made, 'DHARMA_DAO_KEY_FILES') : made
}

function expectDifferent(keys: readonly string[], variable: string): readonly string[] {
  const count = new Set(keys).size
  if (count === DAO_KEYS && keys.length === DAO_KEYS) return keys
  throw new FatalError(
    `The DAO needs ${DAO_KEYS} different keys, of which two sign: ${variable} gives ${count}.`,
  )
}

async function makeKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
}

/** Any address: the signer is asked for its public key alone. */
const NOBODY = toAddress('0000000000000000')

function publicKeyOf(file: string): string {
  const privateKeyHex = readKeyFile(file)
  try {
    return createSigner({ address: NOBODY, keyIndex: 0, privateKeyHex }).publicKeyHex
  } catch {
    throw new FatalError(`The file ${file} does not hold a private key of 64 hex digits.`)
  }
}
