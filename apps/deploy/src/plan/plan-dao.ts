import { getDao } from '@app/contracts/scripts.generated.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings } from '../command/load-settings.ts'
import { FULL_WEIGHT } from '../dao-rules.ts'
import { requireAccount } from '../target/connect-to-target.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'
import { assertNoDelegation, readDelegations } from './delegations.ts'

/** Which account is the DAO, or becomes it. */
export type DaoPlan =
  /** An account is opened for it. */
  | { kind: 'open' }
  /** An account that exists becomes it. */
  | { kind: 'hand over'; account: Account }
  | { kind: 'ready'; account: Account }

/**
 * What has to happen about the DAO, with these contracts deployed. Throws `FatalError` when it is another account than
 * the settings name, when a key of its account could sign alone, be it at one index or at several, when its keys
 * cannot sign at all, and when an account that would become the DAO can be used without its keys.
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
  assertNoDelegation(target, known, await readDelegations(target, known))
  return { kind: 'hand over', account }
}

/** null before it was handed over. */
async function readDaoAddress(
  target: DeploymentTarget,
  deployed: ReadonlySet<string>,
): Promise<Address | null> {
  if (!deployed.has('DharmaGovernance')) return null
  const answer = await runScript(target, getDao())
  return answer === null ? null : toAddress(String(answer))
}

function assertDaoMatchesSettings(current: Address | null, named: Address | null): void {
  if (current === null || named === null || current === named) return
  throw new FatalError(
    `The DAO is ${current}, but DHARMA_DAO_ADDRESS names ${named}: leave it out to keep ${current}, or have ${current} and ${named} sign the transaction governance/hand_over_dao first.`,
  )
}

/** Throws `FatalError` unless it takes two keys of the account, or more, to sign for it. */
function assertMultisigKeys({ address, keys }: Account): void {
  const activeKeys = listActiveKeys(keys)
  const weights = sumWeightsByKey(activeKeys)
  const strong = activeKeys.find(
    ({ publicKeyHex }) => (weights.get(publicKeyHex) ?? 0) >= FULL_WEIGHT,
  )
  if (strong !== undefined) {
    throw new FatalError(
      `Key ${strong.index} of the DAO's account ${address} weighs ${weights.get(strong.publicKeyHex)} and could sign alone: revoke it and give the account keys below ${FULL_WEIGHT}, of which two must sign.`,
    )
  }
  const weight = activeKeys.reduce((sum, key) => sum + key.weight, 0)
  if (weight >= FULL_WEIGHT) return
  throw new FatalError(
    `The keys of the DAO's account ${address} weigh ${weight} together, less than the ${FULL_WEIGHT} that it takes to sign: add keys.`,
  )
}

/** How many different keys of the account have to sign at least; a key at several indexes is one. */
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
