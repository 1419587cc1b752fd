import { addContract, updateContract } from '@app/contracts/transactions.generated.ts'
import { FatalError } from '@app/values/errors.ts'
import { findUpdateErrors } from '../plan/find-update-errors.ts'
import {
  type ContractPlan,
  formatIncompatibility,
  readDeployedHashes,
} from '../plan/plan-contracts.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import type { ContractSource } from '../target/list-sources.ts'
import type { Step } from './step.ts'

/** Builds a step for each contract that is new or changed, in the order of deployment. */
export function buildContractSteps(
  target: DeploymentTarget,
  plans: readonly ContractPlan[],
): Step[] {
  return plans.flatMap(({ source, change }) => {
    if (change.kind === 'unchanged') return []
    return [change.kind === 'new' ? buildAddStep(target, source) : buildUpdateStep(target, source)]
  })
}

function buildAddStep(target: DeploymentTarget, source: ContractSource): Step {
  const { name, code } = source
  return {
    label: `Add ${name}`,
    call: addContract({ name, code }),
    authorizers: target.signers,
    isDone: () => isDeployed(target, source),
  }
}

function buildUpdateStep(target: DeploymentTarget, source: ContractSource): Step {
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
