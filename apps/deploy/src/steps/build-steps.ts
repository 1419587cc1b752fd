import * as transactions from '@app/contracts/calls.ts'
import {
  addContract,
  fundRechecks,
  handOverDao,
  openDao,
  updateContract,
} from '@app/contracts/calls.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings, Settings } from '../command/load-settings.ts'
import type { Plan } from '../plan/build-plan.ts'
import {
  type ContractPlan,
  findUpdateErrors,
  formatIncompatibility,
  readDeployedHashes,
} from '../plan/plan-contracts.ts'
import {
  AGENT_POWERS,
  type AgentPlan,
  type AgentPower,
  type AgentPowers,
  DAO_FLOW_UNITS,
  type DaoPlan,
  type PowerState,
  planDao,
  type Roles,
  readAgentPowers,
  readFundBalance,
  SECOND_PUBLISHER_POWERS,
} from '../plan/plan-roles.ts'
import { chooseSigners } from '../target/choose-signers.ts'
import {
  type ContractSource,
  type DeploymentTarget,
  listContractNames,
} from '../target/deployment-target.ts'
import type { DeployStep } from './execute-step.ts'

/**
 * Builds the steps of a plan, in order. `daoKeys` are the public keys of a new DAO account. Throws `FatalError`
 * when a signing key is missing or wrong.
 */
export function buildSteps(
  target: DeploymentTarget,
  { contracts, roles }: Plan,
  { settings, daoKeys }: { settings: Settings; daoKeys: readonly string[] },
): DeployStep[] {
  const steps = buildContractSteps(target, contracts)
  if (roles === null) return steps
  return [
    ...steps,
    ...buildDaoSteps(target, roles.dao, { dao: settings.dao, daoKeys }),
    ...buildConfiguredAgentSteps(target, roles, settings),
    ...buildFundTopUpStep(target, roles.fundBalanceUnits, settings.fundUnits),
  ]
}

function buildConfiguredAgentSteps(
  target: DeploymentTarget,
  { agent, secondPublisher }: Roles,
  settings: Settings,
): DeployStep[] {
  return [
    ...listStepsOfPart(target, agent, {
      name: 'agent',
      appointed: AGENT_POWERS,
      key: settings.agent?.privateKeyHex ?? null,
      source: 'DHARMA_AGENT_KEY',
    }),
    ...listStepsOfPart(target, secondPublisher, {
      name: 'second publisher',
      appointed: SECOND_PUBLISHER_POWERS,
      key: settings.secondPublisher?.privateKeyHex ?? null,
      source: 'DHARMA_SECOND_PUBLISHER_KEY',
    }),
  ]
}

function listStepsOfPart(
  target: DeploymentTarget,
  plan: AgentPlan | null,
  { name, appointed, key, source }: AgentRole,
): DeployStep[] {
  if (plan === null) return []
  const { account, powers } = plan
  const signers = key === null ? null : chooseSigners(account, { privateKeysHex: [key], source })
  return buildAgentSteps(target, { name, address: account.address, appointed, signers }, powers)
}

interface AgentRole {
  name: string
  appointed: readonly AgentPower[]
  key: string | null
  source: string
}

/** Builds a step for each contract that is new or changed, in the order of deployment. */
function buildContractSteps(
  target: DeploymentTarget,
  plans: readonly ContractPlan[],
): DeployStep[] {
  return plans.flatMap(({ source, change }) => {
    if (change.kind === 'unchanged') return []
    return [change.kind === 'new' ? buildAddStep(target, source) : buildUpdateStep(target, source)]
  })
}

function buildAddStep(target: DeploymentTarget, source: ContractSource): DeployStep {
  const { name, code } = source
  return {
    label: `Add ${name}`,
    call: addContract({ name, code }),
    authorizers: target.signers,
    isDone: () => isDeployed(target, source),
  }
}

function buildUpdateStep(target: DeploymentTarget, source: ContractSource): DeployStep {
  const { name, code } = source
  return {
    label: `Update ${name}`,
    call: updateContract({ name, code }),
    authorizers: target.signers,
    isDone: () => isDeployed(target, source),
    preflight: async () => {
      const updateErrors = await findUpdateErrors(target, source)
      if (updateErrors.length > 0) throw new FatalError(formatIncompatibility(name, updateErrors))
    },
  }
}

async function isDeployed(target: DeploymentTarget, source: ContractSource): Promise<boolean> {
  return (await readDeployedHashes(target, [source])).get(source.name) === source.hash
}

/** Builds the step that makes an account the DAO, if any. Throws `FatalError` when required keys are missing or wrong. */
function buildDaoSteps(
  target: DeploymentTarget,
  plan: DaoPlan,
  { dao, daoKeys }: { dao: DaoSettings; daoKeys: readonly string[] },
): DeployStep[] {
  const isDone = async () =>
    (await planDao(target, dao, listContractNames(target))).kind === 'ready'
  switch (plan.kind) {
    case 'open': {
      const call = openDao({ publicKeys: daoKeys, amount: DAO_FLOW_UNITS })
      return [{ label: 'Open the account of the DAO', call, authorizers: target.signers, isDone }]
    }
    case 'hand over': {
      const privateKeysHex = dao.keyFiles.map(readKeyFile)
      const signers = chooseSigners(plan.account, {
        privateKeysHex,
        source: 'DHARMA_DAO_KEY_FILES',
      })
      const authorizers = [...target.signers, ...signers]
      return [{ label: 'Hand over to the DAO', call: handOverDao(), authorizers, isDone }]
    }
    case 'ready':
      return []
  }
}

interface Agent {
  /** For messages, such as `agent`. */
  name: string
  address: Address
  /** What it is to be appointed to. */
  appointed: readonly AgentPower[]
  /** null: the agent claims the offered powers itself. */
  signers: readonly Signer[] | null
}

/** Builds the steps that offer an agent its missing powers and, with its key, claim them. */
function buildAgentSteps(
  target: DeploymentTarget,
  agent: Agent,
  powers: AgentPowers,
): DeployStep[] {
  const { name, address, appointed, signers } = agent
  const hasPowerState = (power: AgentPower, states: readonly PowerState[]) => async () =>
    states.includes((await readAgentPowers(target, address, listContractNames(target)))[power])
  const appointments = appointed
    .filter((power) => powers[power] === 'none')
    .map(
      (power): DeployStep => ({
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
      (power): DeployStep => ({
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

/** Builds the step that fills the fund for rechecks up to the wanted amount, where it holds less. */
function buildFundTopUpStep(
  target: DeploymentTarget,
  balanceUnits: bigint,
  wantedUnits: bigint,
): DeployStep[] {
  if (balanceUnits >= wantedUnits) return []
  const step: DeployStep = {
    label: 'Fill up the fund for rechecks',
    call: fundRechecks({ amount: wantedUnits - balanceUnits }),
    authorizers: target.signers,
    isDone: async () => (await readFundBalance(target, listContractNames(target))) >= wantedUnits,
  }
  return [step]
}
