import * as calls from '@app/contracts/calls.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
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
    appoint: (publisher) => calls.appointPublisher({ publisher }),
    claim: (provider) => calls.claimPublisher({ provider }),
  },
  flag: {
    contract: 'DharmaFlaggers',
    appoint: (flagger) => calls.appointFlagger({ flagger }),
    claim: (provider) => calls.claimFlagger({ provider }),
  },
  watch: {
    contract: 'DharmaRecheck',
    appoint: (watcher) => calls.appointWatcher({ watcher }),
    claim: (provider) => calls.claimWatcher({ provider }),
  },
}

type PowerStates = Readonly<Record<Power, 'none' | 'offered' | 'held'>>

type HolderPlan = Awaited<ReturnType<typeof planHolders>>[number]

/** Reads what the accounts hold, with these contracts deployed. Throws `FatalError` when one of them does not exist. */
export async function planHolders(
  target: DeploymentTarget,
  appointed: readonly AppointedSettings[],
  deployed: ReadonlySet<string>,
) {
  return await Promise.all(
    appointed.map(async (settings) => {
      const account = await requireAccount(target.reader, settings.address, target.network)
      return { settings, account, states: await readPowers(target, account.address, deployed) }
    }),
  )
}

/** Reads the powers of an account; all 'none' while one of the contracts that grant them is not deployed. */
async function readPowers(
  target: DeploymentTarget,
  agent: Address,
  deployed: ReadonlySet<string>,
): Promise<PowerStates> {
  if (Object.values(POWERS).some(({ contract }) => !deployed.has(contract)))
    return { publish: 'none', flag: 'none', watch: 'none' }
  const script = calls.getPowers({ contracts: target.account.address, agent })
  return (await runScript(target, script)) as PowerStates
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
  const deployed = new Set(Object.keys(target.contractAddresses))
  return plans.flatMap(({ settings, account, states }) => {
    const { name, address, powers, privateKeyHex, variable } = settings
    const readState = async (power: Power) => (await readPowers(target, address, deployed))[power]
    const appointments = powers
      .filter((power) => states[power] === 'none')
      .map((power) => ({
        label: `Appoint the ${name} to ${power}`,
        prepare: () => POWERS[power].appoint(address),
        authorizers: target.signers,
        isDone: async () => (await readState(power)) !== 'none',
      }))
    if (privateKeyHex === null) return appointments
    const signers = chooseSigners(account, { privateKeysHex: [privateKeyHex], source: variable })
    const claims = powers
      .filter((power) => states[power] !== 'held')
      .map((power) => ({
        label: `Claim for the ${name}: ${power}`,
        prepare: () => POWERS[power].claim(target.account.address),
        authorizers: signers,
        isDone: async () => (await readState(power)) === 'held',
      }))
    return [...appointments, ...claims]
  })
}
