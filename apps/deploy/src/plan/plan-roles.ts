import { getDao, getPowers, getRecheckFund } from '@app/contracts/calls.ts'
import { NodeInvalidResponseError, NodeRefusedError } from '@app/flow/errors.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings, Settings } from '../command/load-settings.ts'
import { type DeploymentTarget, requireAccount, runScript } from '../target/deployment-target.ts'
import { assertOnlyDefaultAccess, readKeylessAccess } from './keyless-access.ts'

/** The holders of the powers of the contracts, and the fund for rechecks. */
export interface Roles {
  dao: DaoPlan
  /** null without an agent in the settings. */
  agent: AgentPlan | null
  /** null without a second publisher in the settings. */
  secondPublisher: AgentPlan | null
  /** FLOW in the fund that pays for rechecks, in units. */
  fundBalanceUnits: bigint
}

/** What an account may do already. */
export interface AgentPlan {
  account: Account
  powers: AgentPowers
}

/** Plans the roles. Returns null when the deployed contracts do not load, so that scripts fail. Throws as `planDao`. */
export async function planRoles(
  target: DeploymentTarget,
  { dao, agent, secondPublisher }: Pick<Settings, 'dao' | 'agent' | 'secondPublisher'>,
  deployed: ReadonlySet<string>,
): Promise<Roles | null> {
  try {
    return {
      dao: await planDao(target, dao, deployed),
      agent: agent === null ? null : await planAgent(target, agent.address, deployed),
      secondPublisher:
        secondPublisher === null
          ? null
          : await planAgent(target, secondPublisher.address, deployed),
      fundBalanceUnits: await readFundBalance(target, deployed),
    }
  } catch (error) {
    if (error instanceof NodeRefusedError) return null
    throw error
  }
}

/** Reads the balance of the fund for rechecks; 0 before its contract is deployed. */
export async function readFundBalance(
  target: DeploymentTarget,
  deployed: ReadonlySet<string>,
): Promise<bigint> {
  if (!deployed.has('DharmaRecheck')) return 0n
  return BigInt(String(await runScript(target, getRecheckFund())))
}

async function planAgent(
  target: DeploymentTarget,
  address: Address,
  deployed: ReadonlySet<string>,
): Promise<AgentPlan> {
  const account = await requireAccount(target.reader, address, target.network)
  return { account, powers: await readAgentPowers(target, address, deployed) }
}

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

/** Powers of the agent. Each must be offered to it (appointment) and claimed by it. */
export const AGENT_POWERS = ['publish', 'flag', 'watch'] as const
/** A second publisher publishes, and accuses nobody. */
export const SECOND_PUBLISHER_POWERS = ['publish'] as const satisfies readonly AgentPower[]
export type AgentPower = (typeof AGENT_POWERS)[number]

/** State of one power of the agent. */
export type PowerState = 'none' | 'offered' | 'held'
export type AgentPowers = Readonly<Record<AgentPower, PowerState>>

/** Contracts that give powers to an agent. */
const POWER_CONTRACTS: Readonly<Record<AgentPower, string>> = {
  publish: 'DharmaScore',
  flag: 'DharmaFlaggers',
  watch: 'DharmaRecheck',
}

const NO_POWERS: AgentPowers = { publish: 'none', flag: 'none', watch: 'none' }

/** Reads the powers of an agent; all 'none' while one of the contracts that grant them is not deployed. */
export async function readAgentPowers(
  target: DeploymentTarget,
  agent: Address,
  deployed: ReadonlySet<string>,
): Promise<AgentPowers> {
  if (Object.values(POWER_CONTRACTS).some((name) => !deployed.has(name))) return NO_POWERS
  const answer = await runScript(target, getPowers({ contracts: target.account.address, agent }))
  const { publish, flag, watch } = answer as Record<string, unknown>
  return {
    publish: parsePowerState(publish),
    flag: parsePowerState(flag),
    watch: parsePowerState(watch),
  }
}

function parsePowerState(answer: unknown): PowerState {
  if (answer === 'none' || answer === 'offered' || answer === 'held') return answer
  throw new NodeInvalidResponseError(
    `The script get_powers returned '${answer}', which is not a state of a power.`,
  )
}

/** Weight of each key of the account of the DAO: any two of them can sign. */
export const DAO_KEY_WEIGHT = 500

/** FLOW that the account of the DAO receives for its fees. */
export const DAO_FLOW_UNITS = parseUfix64('0.1')
