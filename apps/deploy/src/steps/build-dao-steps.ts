import { handOverDao, openDao } from '@app/contracts/transactions.generated.ts'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import type { DaoSettings } from '../command/load-settings.ts'
import { DAO_FLOW_UNITS } from '../dao-rules.ts'
import { type DaoPlan, planDao } from '../plan/plan-dao.ts'
import { chooseSigners } from '../target/choose-signers.ts'
import { type DeploymentTarget, listContractNames } from '../target/deployment-target.ts'
import type { Step } from './step.ts'

/** Builds the step that makes an account the DAO, if any. Throws `FatalError` when required keys are missing or wrong. */
export function buildDaoSteps(
  target: DeploymentTarget,
  plan: DaoPlan,
  { dao, daoKeys }: { dao: DaoSettings; daoKeys: readonly string[] },
): Step[] {
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
