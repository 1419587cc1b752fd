import { addContract, updateContract } from '@app/contracts/transactions.generated.ts'
import { FatalError } from '@app/values/errors.ts'
import { findUpdateFaults } from '../plan/find-update-faults.ts'
import { type ContractPlan, deployedHashes, incompatibility } from '../plan/plan-contracts.ts'
import type { Source } from '../site/list-sources.ts'
import type { Site } from '../site/site.ts'
import type { Step } from './step.ts'

/** A step for each contract that is new or changed, in the order of deployment. */
export function contractSteps(site: Site, plans: readonly ContractPlan[]): Step[] {
  return plans.flatMap(({ source, change }) => {
    if (change.kind === 'unchanged') return []
    return [change.kind === 'new' ? addition(site, source) : update(site, source)]
  })
}

function addition(site: Site, source: Source): Step {
  const { name, code } = source
  return {
    label: `Add ${name}`,
    call: addContract({ name, code }),
    authorizers: site.signers,
    isDone: () => isDeployed(site, source),
  }
}

function update(site: Site, source: Source): Step {
  const { name, code } = source
  return {
    label: `Update ${name}`,
    call: updateContract({ name, code }),
    authorizers: site.signers,
    isDone: () => isDeployed(site, source),
    expectWelcome: async () => {
      const faults = await findUpdateFaults(site, source)
      if (faults.length > 0) throw new FatalError(incompatibility(name, faults))
    },
  }
}

async function isDeployed(site: Site, source: Source): Promise<boolean> {
  return (await deployedHashes(site, [source])).get(source.name) === source.hash
}
