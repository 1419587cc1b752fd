import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import * as transactions from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import {
  type AgentPower,
  type AgentPowers,
  type PowerState,
  readAgentPowers,
} from '../plan/plan-powers.ts'
import { type DeploymentTarget, listContractNames } from '../target/deployment-target.ts'
import type { Step } from './step.ts'

export interface Agent {
  /** For messages, such as `agent`. */
  name: string
  address: Address
  /** What it is to be appointed to. */
  appointed: readonly AgentPower[]
  /** null: the agent claims the offered powers itself. */
  signers: readonly Signer[] | null
}

/** Builds the steps that offer an agent its missing powers and, with its key, claim them. */
export function buildAgentSteps(
  target: DeploymentTarget,
  agent: Agent,
  powers: AgentPowers,
): Step[] {
  const { name, address, appointed, signers } = agent
  const hasPowerState = (power: AgentPower, states: readonly PowerState[]) => async () =>
    states.includes((await readAgentPowers(target, address, listContractNames(target)))[power])
  const appointments = appointed
    .filter((power) => powers[power] === 'none')
    .map(
      (power): Step => ({
        label: `Appoint the ${name} to ${power}`,
        call: APPOINT_TRANSACTIONS[power](address),
        authorizers: target.signers,
        isDone: hasPowerState(power, ['offered', 'held']),
      }),
    )
  if (signers === null) return appointments
  const claims = appointed
    .filter((power) => powers[power] !== 'held')
    .map(
      (power): Step => ({
        label: `Claim for the ${name}: ${power}`,
        call: CLAIM_TRANSACTIONS[power](target.account.address),
        authorizers: signers,
        isDone: hasPowerState(power, ['held']),
      }),
    )
  return [...appointments, ...claims]
}

const APPOINT_TRANSACTIONS: Readonly<Record<AgentPower, (agent: Address) => CadenceCall>> = {
  publish: (publisher) => transactions.appointPublisher({ publisher }),
  flag: (flagger) => transactions.appointFlagger({ flagger }),
  watch: (watcher) => transactions.appointWatcher({ watcher }),
}

const CLAIM_TRANSACTIONS: Readonly<Record<AgentPower, (provider: Address) => CadenceCall>> = {
  publish: (provider) => transactions.claimPublisher({ provider }),
  flag: (provider) => transactions.claimFlagger({ provider }),
  watch: (provider) => transactions.claimWatcher({ provider }),
}
