import * as transactions from '@app/contracts/calls.ts'
import { getPowers } from '@app/contracts/calls.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { chooseSigners } from './choose-signers.ts'
import type { AppointedSettings, Power } from './settings.ts'
import type { DeployStep } from './step.ts'
import { type DeploymentTarget, requireAccount, runScript } from './target.ts'

interface PowerFacts {
  /** The contract that gives the power. */
  contract: string
  appoint(holder: Address): CadenceCall
  claim(provider: Address): CadenceCall
}

const POWERS: Readonly<Record<Power, PowerFacts>> = {
  publish: {
    contract: 'DharmaScore',
    appoint: (publisher) => transactions.appointPublisher({ publisher }),
    claim: (provider) => transactions.claimPublisher({ provider }),
  },
  flag: {
    contract: 'DharmaFlaggers',
    appoint: (flagger) => transactions.appointFlagger({ flagger }),
    claim: (provider) => transactions.claimFlagger({ provider }),
  },
  watch: {
    contract: 'DharmaRecheck',
    appoint: (watcher) => transactions.appointWatcher({ watcher }),
    claim: (provider) => transactions.claimWatcher({ provider }),
  },
}

type PowerState = 'none' | 'offered' | 'held'
type PowerStates = Readonly<Record<Power, PowerState>>

/** An account that is to hold powers, and what it holds already. */
export interface HolderPlan {
  settings: AppointedSettings
  account: Account
  states: PowerStates
}

/** Reads what the accounts hold, with these contracts deployed. Throws `FatalError` when one of them does not exist. */
export async function planHolders(
  target: DeploymentTarget,
  appointed: readonly AppointedSettings[],
  deployed: ReadonlySet<string>,
): Promise<HolderPlan[]> {
  const plans: HolderPlan[] = []
  for (const settings of appointed) {
    const account = await requireAccount(target.reader, settings.address, target.network)
    plans.push({ settings, account, states: await readPowers(target, account.address, deployed) })
  }
  return plans
}

/** Reads the powers of an account; all 'none' while one of the contracts that grant them is not deployed. */
async function readPowers(
  target: DeploymentTarget,
  agent: Address,
  deployed: ReadonlySet<string>,
): Promise<PowerStates> {
  if (Object.values(POWERS).some(({ contract }) => !deployed.has(contract)))
    return { publish: 'none', flag: 'none', watch: 'none' }
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

/** Describes each power of the accounts, and what they still have to do. */
export function describeHolders(plans: readonly HolderPlan[]): string[] {
  return plans.flatMap(({ settings: { name, address, powers, variable }, states }) => {
    const lines = powers.map((power) => `The ${name} ${address}: ${power} ${states[power]}`)
    const hint = `The ${name} must claim the offered powers: set ${variable}_FILE to the file with its key and deploy again`
    return powers.some((power) => states[power] === 'offered') ? [...lines, hint] : lines
  })
}

/** Builds the steps that offer the accounts their missing powers and, with their keys, claim them. */
export function buildHolderSteps(
  target: DeploymentTarget,
  plans: readonly HolderPlan[],
): DeployStep[] {
  return plans.flatMap(({ settings, account, states }) => {
    const { name, address, powers, privateKeyHex, variable } = settings
    const deployed = new Set(Object.keys(target.contractAddresses))
    const isIn = (power: Power, wanted: readonly PowerState[]) => async () =>
      wanted.includes((await readPowers(target, address, deployed))[power])
    const appointments = powers
      .filter((power) => states[power] === 'none')
      .map((power) => ({
        label: `Appoint the ${name} to ${power}`,
        call: POWERS[power].appoint(address),
        authorizers: target.signers,
        isDone: isIn(power, ['offered', 'held']),
      }))
    if (privateKeyHex === null) return appointments
    const keys = { privateKeysHex: [privateKeyHex], source: variable }
    const signers = chooseSigners(account, keys)
    const claims = powers
      .filter((power) => states[power] !== 'held')
      .map((power) => ({
        label: `Claim for the ${name}: ${power}`,
        call: POWERS[power].claim(target.account.address),
        authorizers: signers,
        isDone: isIn(power, ['held']),
      }))
    return [...appointments, ...claims]
  })
}
