import { getPowers } from '@app/contracts/scripts.generated.ts'
import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { Address } from '@app/values/address.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'

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
