import { getDao } from '@app/contracts/scripts.generated.ts'
import { FULL_WEIGHT } from '@app/flow/keys/full-weight.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings } from '../command/load-settings.ts'
import { requireAccount } from '../target/connect-to-target.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'
import { assertOnlyDefaultAccess, readKeylessAccess } from './keyless-access.ts'

/** The account that is or becomes the DAO. */
export type DaoPlan =
  /** A new account is created and becomes the DAO. */
  | { kind: 'open' }
  /** An existing account becomes the DAO. */
  | { kind: 'hand over'; account: Account }
  | { kind: 'ready'; account: Account }

/**
 * Plans the DAO, with these contracts deployed. Throws `FatalError` when the DAO is another account than the one in
 * the settings, when a key of its account can sign alone (at one index or at several), when its keys cannot sign at
 * all, or when an account that would become the DAO can be used without its keys.
 */
export async function planDao(
  target: DeploymentTarget,
  { address }: DaoSettings,
  deployed: ReadonlySet<string>,
): Promise<DaoPlan> {
  const current = await readDaoAddress(target, deployed)
  assertDaoMatchesSettings(current, address)
  const known = current ?? address
  if (known === null) return { kind: 'open' }
  const account = await requireAccount(target.reader, known, target.network)
  assertMultisigKeys(account)
  if (current !== null) return { kind: 'ready', account }
  assertOnlyDefaultAccess(target, known, await readKeylessAccess(target, known))
  return { kind: 'hand over', account }
}

/** Returns null before the hand-over. */
async function readDaoAddress(
  target: DeploymentTarget,
  deployed: ReadonlySet<string>,
): Promise<Address | null> {
  if (!deployed.has('DharmaGovernance')) return null
  const answer = await runScript(target, getDao())
  return answer === null ? null : toAddress(String(answer))
}

function assertDaoMatchesSettings(current: Address | null, configured: Address | null): void {
  if (current === null || configured === null || current === configured) return
  throw new FatalError(
    `The DAO is ${current}, but DHARMA_DAO_ADDRESS is ${configured}: leave it out to keep ${current}, or have ${current} and ${configured} sign the transaction governance/hand_over_dao first.`,
  )
}

/** Throws `FatalError` unless a signature for the account needs two or more keys. */
function assertMultisigKeys({ address, keys }: Account): void {
  const activeKeys = listActiveKeys(keys)
  const weights = sumWeightsByKey(activeKeys)
  const singleKey = activeKeys.find(
    ({ publicKeyHex }) => (weights.get(publicKeyHex) ?? 0) >= FULL_WEIGHT,
  )
  if (singleKey !== undefined) {
    throw new FatalError(
      `Key ${singleKey.index} of the DAO's account ${address} weighs ${weights.get(singleKey.publicKeyHex)} and could sign alone: revoke it and add keys with a weight below ${FULL_WEIGHT}, so that two must sign.`,
    )
  }
  const weight = activeKeys.reduce((sum, key) => sum + key.weight, 0)
  if (weight >= FULL_WEIGHT) return
  throw new FatalError(
    `The keys of the DAO's account ${address} have a total weight of ${weight}, less than the ${FULL_WEIGHT} required to sign: add keys.`,
  )
}

/** Returns the minimum number of different keys that must sign. The same key at several indexes counts once. */
export function countRequiredKeys({ keys }: Pick<Account, 'keys'>): number {
  const weights = [...sumWeightsByKey(listActiveKeys(keys)).values()].toSorted((a, b) => b - a)
  let sum = 0
  return (
    weights.findIndex((weight) => {
      sum += weight
      return sum >= FULL_WEIGHT
    }) + 1
  )
}

function listActiveKeys(keys: readonly AccountKey[]): AccountKey[] {
  return keys.filter(({ isRevoked }) => !isRevoked)
}

function sumWeightsByKey(keys: readonly AccountKey[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const { publicKeyHex, weight } of keys) {
    weights.set(publicKeyHex, (weights.get(publicKeyHex) ?? 0) + weight)
  }
  return weights
}
