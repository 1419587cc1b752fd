import { getAccuracy } from '@app/api/routes/accuracy.ts'
import { getCatalogue, getNetwork } from '@app/api/routes/reference.ts'
import { loadTip } from '../../facts/load-tip.ts'
import { accuracy } from '../answers/accuracy.ts'
import { blockOf } from '../answers/answer-meta.ts'
import { catalogue } from '../answers/catalogue.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'

export function mountReferenceRoutes(api: Api): void {
  mountRoute(api, { route: getCatalogue }, () => ({ data: catalogue() }))
  mountRoute(api, { route: getAccuracy }, () => ({ data: accuracy() }))
  mountRoute(api, { route: getNetwork }, async () => {
    const tip = await loadTip(api.context)
    return {
      data: {
        network: api.context.config.network,
        latestBlock: tip && blockOf(tip),
        fromHeight: tip?.fromHeight ?? null,
        nodeHeight: tip?.nodeHeight ?? null,
        lagBlocks: tip?.lagBlocks ?? null,
      },
    }
  })
}
