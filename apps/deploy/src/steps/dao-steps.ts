import { handOverDao, openDao } from '@app/contracts/transactions.generated.ts'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import type { DaoSettings } from '../command/take-settings.ts'
import { DAO_FLOW_UNITS } from '../dao-rules.ts'
import { type DaoPlan, planDao } from '../plan/plan-dao.ts'
import { chooseSigners } from '../site/choose-signers.ts'
import { allOf, type Site } from '../site/site.ts'
import type { Step } from './step.ts'

/** What makes an account the DAO. Throws `FatalError` when keys that it takes are missing or wrong. */
export function daoSteps(
  site: Site,
  plan: DaoPlan,
  { dao, daoKeys }: { dao: DaoSettings; daoKeys: readonly string[] },
): Step[] {
  const isDone = async () => (await planDao(site, dao, allOf(site))).kind === 'ready'
  switch (plan.kind) {
    case 'open': {
      const call = openDao({ publicKeys: daoKeys, amount: DAO_FLOW_UNITS })
      return [{ label: 'Open the account of the DAO', call, authorizers: site.signers, isDone }]
    }
    case 'hand over': {
      const privateKeysHex = dao.keyFiles.map(readKeyFile)
      const signers = chooseSigners(plan.account, {
        privateKeysHex,
        source: 'DHARMA_DAO_KEY_FILES',
      })
      const authorizers = [...site.signers, ...signers]
      return [{ label: 'Hand over to the DAO', call: handOverDao(), authorizers, isDone }]
    }
    case 'ready':
      return []
  }
}
