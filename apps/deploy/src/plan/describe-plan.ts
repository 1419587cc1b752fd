import type { Account } from '@app/flow/read/chain.ts'
import { formatUfix64 } from '@app/values/amount.ts'
import { DAO_KEY_COUNT } from '@app/values/limits.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import type { Plan } from './build-plan.ts'
import type { ContractChange, ContractPlan, LineDiff } from './plan-contracts.ts'
import { AGENT_POWERS, DAO_KEY_WEIGHT, type DaoPlan, type Roles } from './plan-roles.ts'

/** Describes the target and the plan as lines of text. */
export function describePlan(target: DeploymentTarget, { contracts, roles }: Plan): string[] {
  return [
    describeTarget(target),
    'Contracts',
    ...describeContracts(contracts),
    ...(roles === null ? [ROLES_UNREADABLE] : describeRoles(roles)),
  ]
}

const ROLES_UNREADABLE =
  'DAO, agent and fund cannot be read: the deployed contracts do not load. Deploy again when they do.'

function describeRoles({ dao, agent, secondPublisher, fundBalanceUnits }: Roles): string[] {
  return [
    'DAO',
    `  ${describeDao(dao)}`,
    'Agent',
    ...describeAgent(agent),
    'Second publisher',
    ...describeSecondPublisher(secondPublisher),
    'Fund for rechecks',
    `  ${formatUfix64(fundBalanceUnits)} FLOW`,
  ]
}

function describeTarget({
  network,
  account: { address, keys },
  signers,
}: DeploymentTarget): string {
  const findKeyWeight = (index: number) => keys.find((key) => key.index === index)?.weight
  const used = signers.map(({ keyIndex }) => `${keyIndex} (weight ${findKeyWeight(keyIndex)})`)
  return `Dharma Guard on ${network}, account ${address}, signing with key ${used.join(' and ')}`
}

function describeContracts(contracts: readonly ContractPlan[]): string[] {
  const width = Math.max(...contracts.map(({ source }) => source.name.length))
  return contracts.map(({ source: { name, code }, change }) => {
    const size = change.kind === 'new' ? `, ${(code.length / 1000).toFixed(1)} kB` : ''
    return `  ${name.padEnd(width)} ${describeChange(change)}${size}`
  })
}

function describeChange(change: ContractChange): string {
  switch (change.kind) {
    case 'new':
    case 'unchanged':
      return change.kind
    case 'update':
    case 'incompatible':
      return `${change.kind}, ${formatLineDiff(change.lines)}`
    case 'later':
      return `update, ${formatLineDiff(change.lines)}, tried again after ${change.after.join(', ')}`
  }
}

const formatLineDiff = ({ added, removed }: LineDiff) => `+${added} −${removed} lines`

function describeDao(dao: DaoPlan): string {
  switch (dao.kind) {
    case 'open':
      return `a new account, ${DAO_KEY_COUNT} keys of weight ${DAO_KEY_WEIGHT}, becomes the DAO`
    case 'hand over':
      return `${describeAccountKeys(dao.account)}, becomes the DAO`
    case 'ready':
      return `${describeAccountKeys(dao.account)}, is the DAO`
  }
}

/** Describes an account with the weights of its active keys, such as '0x…, keys of weight 500, 500, 500'. */
export function describeAccountKeys({ address, keys }: Account): string {
  const active = keys.filter(({ isRevoked }) => !isRevoked)
  return `${address}, keys of weight ${active.map(({ weight }) => weight).join(', ')}`
}

function describeAgent(agent: Roles['agent']): string[] {
  if (agent === null) return ['  none: set DHARMA_AGENT_ADDRESS to show or appoint an agent']
  return AGENT_POWERS.map(
    (power) => `  ${agent.account.address} ${power.padEnd(8)} ${agent.powers[power]}`,
  )
}

function describeSecondPublisher(plan: Roles['secondPublisher']): string[] {
  return plan === null
    ? ['  none in the settings: the dismissal of the only publisher stops all voting for 7 days']
    : [`  ${plan.account.address} publish  ${plan.powers.publish}`]
}
